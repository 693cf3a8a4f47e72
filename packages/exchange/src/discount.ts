import { Refusal } from '@cambio/wire/Problem.ts'
import type { Partner } from './Partner.ts'
import type { ClientStore, CouponStore } from './ports/Store.ts'
import type { Discount } from './pairPrice.ts'

const WAIVED: Discount = { offBps: 10_000n }
const NONE: Discount = { offBps: 0n }

/**
 * What of the service fee is not taken: all of it on a client's first order where the partner has that policy, else
 * the coupon's share.
 * @throws Refusal coupon_invalid
 */
export async function discountFor(
  deps: { coupons: CouponStore; clients: Pick<ClientStore, 'orderCount'>; now: () => Date },
  input: { partner: Partner; clientId: string | null; coupon: string | undefined; freeFirst: boolean },
): Promise<Discount> {
  const { partner, clientId, coupon } = input
  const found =
    coupon === undefined ? undefined : await deps.coupons.findValid(partner.id, coupon, deps.now())
  if (coupon !== undefined && !found)
    throw new Refusal('coupon_invalid', 'The coupon is unknown, over or used up; no order was placed')
  const first =
    input.freeFirst &&
    partner.firstOrderFree &&
    clientId !== null &&
    (await deps.clients.orderCount(clientId)) === 0
  return first ? WAIVED : (found ?? NONE)
}
