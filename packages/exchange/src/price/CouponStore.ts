/** A percentage off the service fee. */
export type Coupon = { readonly code: string; readonly offBps: bigint }

export type CouponStore = {
  /** A coupon of this partner that is valid now and not used up. */
  findValid(partnerId: string, code: string, at: Date): Promise<Coupon | undefined>
}
