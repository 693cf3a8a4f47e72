/** A percentage off the service fee. */
export type Coupon = {
  readonly code: string
  readonly offBps: bigint
  /** The most orders of one client that may use it; null for no limit of its own. */
  readonly mostUsesEach: number | null
}

export type CouponStore = {
  /** A coupon of this partner that is valid now and not used up. */
  findValid(partnerId: string, code: string, at: Date): Promise<Coupon | undefined>
  /** How many orders of a client's person use a coupon: paid ones, and the client's own that are being paid. */
  usesBy(clientId: string, code: string): Promise<number>
}
