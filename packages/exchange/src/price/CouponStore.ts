/** A percentage off the service fee. */
export type Coupon = {
  readonly code: string
  readonly offBps: bigint
  /** How many orders of one client it may be used for; null for as many as it has uses. */
  readonly mostUsesEach: number | null
}

export type CouponStore = {
  /** A coupon of this partner that is valid now and not used up. */
  findValid(partnerId: string, code: string, at: Date): Promise<Coupon | undefined>
  /** How many orders of a client's person have a coupon: paid ones, and the client's own that are being paid. */
  usesBy(clientId: string, code: string): Promise<number>
}
