import type { CouponStore } from '@cambio/exchange/price/CouponStore.ts'
import { OPEN_OR_FINISHED } from './orders.ts'
import type { StoreDeps } from './StoreDeps.ts'

type CouponRow = {
  readonly code: string
  readonly off_bps: number
  readonly most_uses_each: number | null
}

export function couponStore({ query }: StoreDeps): CouponStore {
  return {
    async findValid(partnerId, code, at) {
      const [row] = await query<CouponRow>({
        name: 'coupon_find_valid',
        text: `
          select code, off_bps, most_uses_each from coupon
          where partner_id = $1 and code = $2 and valid_from <= $3 and $3 < valid_until and uses < most_uses`,
        values: [partnerId, code, at],
      })
      return row && { code: row.code, offBps: BigInt(row.off_bps), mostUsesEach: row.most_uses_each }
    },
    async usesBy(clientId, code) {
      const [row] = await query<{ count: bigint }>({
        name: 'coupon_uses_by',
        text: `select count(*) from orders where client_id = $1 and coupon = $2 and ${OPEN_OR_FINISHED}`,
        values: [clientId, code],
      })
      return Number(row?.count ?? 0n)
    },
  }
}
