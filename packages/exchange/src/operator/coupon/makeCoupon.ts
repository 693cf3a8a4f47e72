import { act, type Deed, type OperatorDeps, type Outcome, type QuietBy, type Subject } from '../act.ts'
import type { CouponBook, CouponKey, CouponRecord, CouponTerms } from './CouponBook.ts'

type Parts = { readonly couponBook: CouponBook; readonly now: () => Date }

/** The partner has a coupon of this code, or had one. Nothing was written. */
export type CodeTaken = { readonly is: 'refused'; readonly code: 'code_taken' }

/** Why a coupon does not end now. Nothing was written. */
export type EndRefusal = { readonly is: 'refused'; readonly code: 'no_such_coupon' | 'ended_before' }

/** Makes a coupon of a partner's. */
export function makeCoupon(
  deps: OperatorDeps<Parts>,
  { terms, ...by }: QuietBy & { readonly terms: CouponTerms },
): Promise<Outcome<CouponRecord, CodeTaken>> {
  return act(deps, by, async ({ couponBook, now }): Promise<Deed<CouponRecord> | CodeTaken> => {
    const coupon = await couponBook.make(terms)
    if (coupon === 'taken') return { is: 'refused', code: 'code_taken' }
    const dates = { effectiveAt: terms.validFrom, madeAt: now() }
    const about = historyOf(coupon, { ...dates, before: 'none' })
    return { is: 'done', done: coupon, act: 'coupon create', about }
  })
}

/** Ends a coupon now, before its time. Orders that were placed with it keep it. */
export function endCoupon(
  deps: OperatorDeps<Parts>,
  { partnerId, code, ...by }: QuietBy & CouponKey,
): Promise<Outcome<CouponRecord, EndRefusal>> {
  return act(deps, by, async ({ couponBook, now }): Promise<Deed<CouponRecord> | EndRefusal> => {
    const at = now()
    const coupon = await couponBook.hold({ partnerId, code })
    if (!coupon) return { is: 'refused', code: 'no_such_coupon' }
    if (coupon.validUntil <= at) return { is: 'refused', code: 'ended_before' }
    await couponBook.end({ partnerId, code }, at)
    const ended = { ...coupon, validUntil: at }
    const about = historyOf(ended, { effectiveAt: at, madeAt: at, before: termsText(coupon) })
    return { is: 'done', done: ended, act: 'coupon end', about }
  })
}

/** What was made of a coupon stands in the catalogue's history. */
function historyOf(
  coupon: CouponTerms,
  made: { readonly before: string; readonly effectiveAt: Date; readonly madeAt: Date },
): Subject {
  const { before: valueBefore, effectiveAt, madeAt } = made
  const { partnerId, code } = coupon
  const change = { partnerId, name: `coupon.${code}`, value: termsText(coupon), valueBefore, effectiveAt }
  return { is: 'catalogue', changes: [{ ...change, madeAt }] }
}

/** A coupon's terms as the history has them. */
function termsText({ offBps, validFrom, validUntil, mostUses, mostUsesEach }: CouponTerms): string {
  const each = mostUsesEach === null ? '' : `, ${mostUsesEach} for each client`
  return `${offBps} bps off from ${validFrom.toISOString()} until ${validUntil.toISOString()}, ${mostUses} uses${each}`
}
