/**
 * Keeps one buyer, or many behind one network address, from charging so often that all others have to wait, and from
 * trying cards until one is accepted. It refuses before anything is opened: no money moved.
 */
export type ChargeFence = {
  /** Checks a buyer's declines so far, by client and by network address. @throws Refusal velocity_exceeded */
  checkBuyer(buyer: ChargedBuyer): Promise<void>
  /** Counts a charge before its card is read. @throws Refusal velocity_exceeded, too_many_requests */
  admitBuyer(buyer: ChargedBuyer): Promise<void>
  /**
   * Counts a charge of this card, if it can be identified.
   * @returns whether its buyer sees the reason of a decline
   * @throws Refusal velocity_exceeded, too_many_requests
   */
  admitCard(card: ChargedCard): Promise<{ readonly reasonHidden: boolean }>
  /** The platform's fingerprint of a card, hashed with a key of the exchange. */
  cardKey(fingerprint: string): string
}

export type ChargedBuyer = { readonly clientId: string; readonly payerIp: string }

export type ChargedCard = {
  readonly clientId: string
  /** Null for a published test card. */
  readonly cardKey: string | null
  /** First six and last four digits around six stars. */
  readonly mask: string
}
