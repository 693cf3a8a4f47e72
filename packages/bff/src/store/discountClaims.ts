import type { DiscountClaims } from '@cambio/exchange/process/claimDiscount.ts'
import { couponLeft } from './couponUses.ts'
import { haveBought } from './firstOrder.ts'
import { orderStore } from './orders.ts'
import { identitiesOf, lockPerson, peopleOfClient } from './people.ts'
import { within, type StoreDeps } from './StoreDeps.ts'

/** Decides under locks what discount is left for an order whose money came. */
export function discountClaims(deps: StoreDeps): DiscountClaims {
  return {
    claim: (order, work) =>
      deps.transaction(async (held) => {
        const inside = within(deps, held)
        const { clientId } = order
        // A charge keeps its buyer's marks before it holds the coupon. The other way round the two could wait for each other.
        await lockPerson(inside, await identitiesOf(inside, order))
        let found: readonly string[] | undefined
        const people = async () =>
          (found ??= clientId === null ? [] : (await peopleOfClient(inside, clientId, order)).all)
        const coupon = order.coupon === null ? null : await couponLeft(held, order, people)
        const isFirst = order.asFirst && !(await haveBought(held, order, await people()))
        return work({ isFirst, coupon, orders: orderStore(inside) })
      }),
  }
}
