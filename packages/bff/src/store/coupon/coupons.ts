import type { CouponStore } from '@cambio/exchange/price/CouponStore.ts'
import { peopleOfClient } from '../person/people.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { HAS_COUPON, usesByPerson } from './couponUses.ts'

type CouponRow = {
  readonly code: string
  readonly off_bps: number
  readonly most_uses_each: number | null
}

export function couponStore(deps: StoreDeps): CouponStore {
  const { query } = deps
  return {
    async findValid(partnerId, code, at) {
      const [row] = await query<CouponRow>({
        name: 'coupon_find_valid',
        text: `
          select c.code, c.off_bps, c.most_uses_each from coupon c
          where c.partner_id = $1 and c.code = $2 and c.valid_from <= $3 and $3 < c.valid_until
            and (select count(*) from orders o
              where o.partner_id = $1 and o.coupon = $2 and ${HAS_COUPON}) < c.most_uses`,
        values: [partnerId, code, at],
      })
      return row && { code: row.code, offBps: BigInt(row.off_bps), mostUsesEach: row.most_uses_each }
    },
    async usesBy(clientId, code) {
      const { proven: people } = await peopleOfClient(deps, clientId)
      return usesByPerson(query, { clientId, people, code })
    },
  }
}
