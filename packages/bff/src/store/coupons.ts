import type { CouponStore } from '@cambio/exchange/price/CouponStore.ts'
import type { StoreDeps } from './StoreDeps.ts'

type CouponRow = { readonly code: string; readonly off_bps: number }

export function couponStore({ query }: StoreDeps): CouponStore {
  return {
    async findValid(partnerId, code, at) {
      const [row] = await query<CouponRow>({
        name: 'coupon_find_valid',
        text: `
          select code, off_bps from coupon
          where partner_id = $1 and code = $2 and valid_from <= $3 and $3 < valid_until and uses < most_uses`,
        values: [partnerId, code, at],
      })
      return row && { code: row.code, offBps: BigInt(row.off_bps) }
    },
  }
}
