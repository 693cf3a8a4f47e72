import type { Subject } from '../act.ts'
import type { CouponTerms } from './CouponBook.ts'

/** Records what happened to a coupon in the catalogue's history. */
export function couponHistory(
  coupon: CouponTerms,
  made: { readonly before: string; readonly effectiveAt: Date; readonly madeAt: Date },
): Subject {
  const { before: valueBefore, effectiveAt, madeAt } = made
  const { partnerId, code } = coupon
  const change = { partnerId, name: `coupon.${code}`, value: termsText(coupon), valueBefore, effectiveAt }
  return { is: 'catalogue', changes: [{ ...change, madeAt }] }
}

/** A coupon's terms, as written in the history. */
export function termsText({ offBps, validFrom, validUntil, mostUses, mostUsesEach }: CouponTerms): string {
  const each = mostUsesEach === null ? '' : `, ${mostUsesEach} for each client`
  return `${offBps} bps off from ${validFrom.toISOString()} until ${validUntil.toISOString()}, ${mostUses} uses${each}`
}
