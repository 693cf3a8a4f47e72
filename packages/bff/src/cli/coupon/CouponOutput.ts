import type { CouponRecord } from '@cambio/exchange/operator/coupon/CouponBook.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'

/** A coupon in the output of a command. */
export const CouponOutput = z.object({
  code: z.string(),
  partner_id: z.string(),
  off_percent: z.string(),
  valid_from: z.string(),
  valid_until: z.string(),
  most_uses: z.int(),
  most_uses_each: z.nullable(z.int()),
  uses: z.int(),
})
export type CouponOutput = z.infer<typeof CouponOutput>

export function couponOutput(coupon: CouponRecord): CouponOutput {
  return {
    code: coupon.code,
    partner_id: coupon.partnerId,
    off_percent: Money.decimal(BigInt(coupon.offBps), 2),
    valid_from: coupon.validFrom.toISOString(),
    valid_until: coupon.validUntil.toISOString(),
    most_uses: coupon.mostUses,
    most_uses_each: coupon.mostUsesEach,
    uses: coupon.uses,
  }
}

export function couponLine(coupon: CouponOutput): string {
  const each = coupon.most_uses_each === null ? '' : `, ${coupon.most_uses_each} for each client`
  const { code, off_percent: off, valid_from: from, valid_until: until, uses, most_uses: most } = coupon
  return `${code}  ${off} % off  from ${from} until ${until}  used ${uses} of ${most}${each}  partner ${coupon.partner_id}`
}
