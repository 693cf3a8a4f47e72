import { fieldRefusal } from '@cambio/wire/Problem.ts'
import type { Partner } from '../partner/Partner.ts'
import type { ClientStore } from '../client/ClientStore.ts'
import type { CouponStore } from './CouponStore.ts'
import type { Discount } from './feesOf.ts'

/** A discount, and whether it holds only while the order is its client's first. */
export type Granted = Discount & { readonly asFirst: boolean }

const WAIVED: Granted = { offBps: 10_000n, asFirst: true }

/**
 * What of the service fee is not taken: all of it on a client's first order where the partner has that policy, else
 * the coupon's share. Whether the order is the first is decided when it is placed.
 * @throws Refusal coupon_invalid
 */
export async function discountFor(
  deps: { coupons: CouponStore; clients: Pick<ClientStore, 'orderCount'>; now: () => Date },
  input: { partner: Partner; clientId: string | null; coupon: string | undefined; freeFirst: boolean },
): Promise<Granted> {
  const { partner, clientId, coupon } = input
  const found =
    coupon === undefined ? undefined : await deps.coupons.findValid(partner.id, coupon, deps.now())
  if (coupon !== undefined && !found)
    throw fieldRefusal(
      'coupon_invalid',
      ['coupon'],
      'The coupon is unknown, expired or used up; no order was placed',
    )
  const first =
    input.freeFirst &&
    partner.firstOrderFree &&
    clientId !== null &&
    (await deps.clients.orderCount(clientId)) === 0
  return first ? WAIVED : { offBps: found?.offBps ?? 0n, asFirst: false }
}
