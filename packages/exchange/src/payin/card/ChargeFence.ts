/**
 * Keeps one buyer, or many behind one network address, from charging so often that everybody else has to wait, and from
 * trying cards until one is accepted. A refusal comes before anything is opened: no money moved.
 */
export type ChargeFence = {
  /** Checks a buyer's declines so far, by client and by network. @throws Refusal velocity_exceeded */
  checkBuyer(buyer: ChargedBuyer): Promise<void>
  /** Counts a charge before its card is looked at. @throws Refusal velocity_exceeded, too_many_requests */
  admitBuyer(buyer: ChargedBuyer): Promise<void>
  /**
   * Counts a charge of this card, if it can be identified.
   * @returns whether its buyer sees the reason of a decline
   * @throws Refusal velocity_exceeded, too_many_requests
   */
  admitCard(card: ChargedCard): Promise<{ readonly reasonHidden: boolean }>
  /** The platform's fingerprint of a card, hashed under a key of the exchange's own. */
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
