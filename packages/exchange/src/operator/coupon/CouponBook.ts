/** The terms that the operator sets for a coupon. */
export type CouponTerms = {
  readonly partnerId: string
  readonly code: string
  /** Hundredths of a percent off the service fee. */
  readonly offBps: number
  readonly validFrom: Date
  readonly validUntil: Date
  readonly mostUses: number
  /** The most orders of one client that may use it; null for no limit of its own. */
  readonly mostUsesEach: number | null
}

/** A coupon, and how many orders were placed with it. */
export type CouponRecord = CouponTerms & { readonly uses: number }

/** Identifies a coupon of a partner. */
export type CouponKey = Pick<CouponTerms, 'partnerId' | 'code'>

/** All coupons, in one transaction. */
export type CouponBook = {
  /** `taken`: the partner has or had a coupon of this code; roll the transaction back then. */
  make(terms: CouponTerms): Promise<CouponRecord | 'taken'>
  /** Locks the coupon until the transaction ends; undefined where there is none. */
  lock(key: CouponKey): Promise<CouponRecord | undefined>
  /** Ends a locked coupon. */
  end(key: CouponKey, at: Date): Promise<void>
}
