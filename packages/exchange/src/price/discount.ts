import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import type { ClientStore } from '../client/ClientStore.ts'
import type { Partner } from '../partner/Partner.ts'
import type { Coupon, CouponStore } from './CouponStore.ts'
import type { Discount } from './feesOf.ts'

/** A discount, and whether it applies only if the order is its client's first. */
export type Granted = Discount & { readonly asFirst: boolean }

const WAIVED: Granted = { offBps: 10_000n, asFirst: true }

/**
 * The discount of the service fee: all of it on a client's first order where the partner has that policy, else the
 * coupon's share. Whether the order is the first is decided when it is placed.
 * @throws Refusal coupon_invalid
 */
export async function discountFor(
  deps: { coupons: CouponStore; clients: Pick<ClientStore, 'hasOrdered'>; now: () => Date },
  input: { partner: Partner; clientId: string | null; coupon: string | undefined; freeFirst: boolean },
): Promise<Granted> {
  const { partner, clientId, coupon } = input
  const usable = coupon === undefined ? undefined : await validCoupon(deps, { partner, clientId, coupon })
  const first =
    input.freeFirst &&
    partner.firstOrderFree &&
    clientId !== null &&
    !(await deps.clients.hasOrdered(clientId))
  return first ? WAIVED : { offBps: usable?.offBps ?? 0n, asFirst: false }
}

/** A coupon that may be used now, by this client if one is known. @throws Refusal coupon_invalid */
async function validCoupon(
  { coupons, now }: { coupons: CouponStore; now: () => Date },
  { partner, clientId, coupon }: { partner: Partner; clientId: string | null; coupon: string },
): Promise<Coupon> {
  const found = await coupons.findValid(partner.id, coupon, now())
  const most = found?.mostUsesEach ?? null
  const isUsedUp = most !== null && clientId !== null && (await coupons.usesBy(clientId, coupon)) >= most
  if (found && !isUsedUp) return found
  throw fieldRefusal(
    'coupon_invalid',
    ['coupon'],
    'The coupon is unknown, expired or used up; no order was placed',
  )
}
