/** The terms that the operator sets for a coupon. */
export type CouponTerms = {
  readonly partnerId: string
  readonly code: string
  /** Hundredths of a percent off the service fee. */
  readonly offBps: number
  readonly validFrom: Date
  readonly validUntil: Date
  readonly mostUses: number
  /** How many orders of one client it may be used for; null for as many as it has uses. */
  readonly mostUsesEach: number | null
}

/** A coupon, and how many orders were placed with it. */
export type CouponRecord = CouponTerms & { readonly uses: number }

/** Which coupon of which partner. */
export type CouponKey = Pick<CouponTerms, 'partnerId' | 'code'>

/** The coupons that there are, in one transaction. */
export type CouponBook = {
  /** `taken`: the partner has such a code, or had one; then the transaction is to be undone. */
  make(terms: CouponTerms): Promise<CouponRecord | 'taken'>
  /** The coupon, held until the transaction ends; undefined where there is none. */
  lock(key: CouponKey): Promise<CouponRecord | undefined>
  /** Ends a coupon that is held. */
  end(key: CouponKey, at: Date): Promise<void>
}
