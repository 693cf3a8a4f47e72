/**
 * What keeps one buyer, or one crowd behind one address, from charging so often that everybody else has to wait, and
 * from trying cards until one is taken. Whoever is refused has opened nothing: no money moved.
 */
export type ChargeFence = {
  /** Looks at a buyer's declines so far, by their client and network. @throws Refusal velocity_exceeded */
  checkBuyer(buyer: ChargedBuyer): Promise<void>
  /** Counts a charge before its card is looked at. @throws Refusal velocity_exceeded, too_many_requests */
  admitBuyer(buyer: ChargedBuyer): Promise<void>
  /**
   * Counts a charge of this card, where it can be told from others.
   * @returns whether its buyer hears the reason of a decline
   * @throws Refusal velocity_exceeded, too_many_requests
   */
  admitCard(card: ChargedCard): Promise<{ readonly reasonHidden: boolean }>
  /** The platform's word for a card, under a key of the exchange's own. */
  cardKey(fingerprint: string): string
}

export type ChargedBuyer = { readonly clientId: string; readonly payerIp: string }

export type ChargedCard = {
  readonly clientId: string
  /** Null for a card that is everybody's. */
  readonly cardKey: string | null
  /** First six and last four digits around six stars. */
  readonly mask: string
}
