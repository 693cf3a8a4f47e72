/**
 * What keeps one buyer, or one crowd behind one address, from charging so often that everybody else has to wait.
 * Whoever is refused has opened nothing: no money moved.
 */
export type ChargeFence = {
  /** Counts a charge before its card is looked at. @throws Refusal too_many_requests */
  admitBuyer(buyer: { readonly clientId: string; readonly payerIp: string }): Promise<void>
  /** Counts a charge of this card, where it can be told from others. @throws Refusal too_many_requests */
  admitCard(cardKey: string | null): Promise<void>
  /** The platform's word for a card, under a key of the exchange's own. */
  cardKey(fingerprint: string): string
}
