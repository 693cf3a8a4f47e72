import { act, type DoneAct, type OperatorDeps, type Outcome, type ByOptionalReason } from '../act.ts'
import type { CouponBook, CouponKey, CouponRecord } from './CouponBook.ts'
import { couponHistory, termsText } from './couponHistory.ts'

type Parts = { readonly couponBook: CouponBook; readonly now: () => Date }

/** Why a coupon does not end now. Nothing was written. */
export type EndRefusal = { readonly is: 'refused'; readonly code: 'no_such_coupon' | 'ended_before' }

/** Ends a coupon before it expires. Orders that were placed with it keep it. */
export function endCoupon(
  deps: OperatorDeps<Parts>,
  { partnerId, code, ...by }: ByOptionalReason & CouponKey,
): Promise<Outcome<CouponRecord, EndRefusal>> {
  return act(deps, by, async ({ couponBook, now }): Promise<DoneAct<CouponRecord> | EndRefusal> => {
    const at = now()
    const coupon = await couponBook.lock({ partnerId, code })
    if (!coupon) return { is: 'refused', code: 'no_such_coupon' }
    if (coupon.validUntil <= at) return { is: 'refused', code: 'ended_before' }
    await couponBook.end({ partnerId, code }, at)
    const ended = { ...coupon, validUntil: at }
    const about = couponHistory(ended, { effectiveAt: at, madeAt: at, before: termsText(coupon) })
    return { is: 'done', done: ended, act: 'coupon end', about }
  })
}
