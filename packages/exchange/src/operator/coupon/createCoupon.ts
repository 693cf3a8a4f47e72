import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'
import type { CouponBook, CouponRecord, CouponTerms } from './CouponBook.ts'
import { couponHistory } from './couponHistory.ts'

type Parts = { readonly couponBook: CouponBook; readonly now: () => Date }

/** The partner has or had a coupon of this code. Nothing was written. */
export type CodeTaken = { readonly is: 'refused'; readonly code: 'code_taken' }

/** Creates a partner's coupon. */
export function createCoupon(
  deps: OperatorDeps<Parts>,
  { terms, ...by }: ByOptionalReason & { readonly terms: CouponTerms },
): Promise<Outcome<CouponRecord, CodeTaken>> {
  return act(deps, by, async ({ couponBook, now }): Promise<DoneAct<CouponRecord> | CodeTaken> => {
    const coupon = await couponBook.make(terms)
    if (coupon === 'taken') return { is: 'refused', code: 'code_taken' }
    const dates = { effectiveAt: terms.validFrom, madeAt: now() }
    const about = couponHistory(coupon, { ...dates, before: 'none' })
    return { is: 'done', done: coupon, act: 'coupon create', about }
  })
}
