import * as Money from '@cambio/wire/Money.ts'
import { apply } from './apply.ts'
import type { Order } from './Order.ts'
import { CARD_EXPIRY_MS } from './place.ts'
import type { Chance } from './ports/Chance.ts'
import type { RateSource } from './ports/RateSource.ts'
import type { ClientStore, CouponStore, OrderStore, VerificationStore } from './ports/Store.ts'
import type { Discount } from './pairPrice.ts'
import { quotePair } from './quotePair.ts'
import type { Tariff } from './Tariff.ts'

type Deps = {
  orders: Pick<OrderStore, 'find' | 'save'>
  clients: Pick<ClientStore, 'saveLevel'>
  coupons: CouponStore
  verifications: Pick<VerificationStore, 'find' | 'use'>
  rates: RateSource
  tariff: Tariff
  chance: Chance
  now: () => Date
}

/**
 * Records what a verification came to. Approved: the client's level rises and the waiting order goes on, at today's
 * price. Refused: the order is canceled; no money had moved.
 * @returns the order that waited; undefined when the token is unknown, over or used
 */
export async function verify(
  deps: Deps,
  { token, approved }: { token: string; approved: boolean },
): Promise<Order | undefined> {
  const verification = await deps.verifications.find(token)
  if (!verification?.orderId || deps.now() >= verification.expiresAt) return undefined
  const order = await deps.orders.find(verification.orderId)
  if (!order || !(await deps.verifications.use(token, deps.now()))) return undefined
  if (!approved) return apply(deps, { orderId: order.id, fact: { is: 'refused' } })
  await deps.clients.saveLevel(verification.clientId, verification.level)
  const asked = {
    payin_currency: order.quote.payin.currency,
    payin_group: order.quote.payinGroup,
    payin_amount: Money.format(order.quote.payin),
    payout_currency: order.quote.payout.currency,
    payout_group: order.quote.payoutGroup,
  }
  const { quote } = await quotePair(deps, asked, await standingDiscount(deps, order))
  const expiresAt = new Date(deps.now().getTime() + CARD_EXPIRY_MS)
  return apply(deps, { orderId: order.id, fact: { is: 'cleared', quote, expiresAt } })
}

/** The discount the order was placed with: a waived service fee stays waived, a coupon counts while it is valid. */
async function standingDiscount(deps: Deps, { partnerId, coupon, quote }: Order): Promise<Discount> {
  if (quote.marginFee.units === 0n) return { offBps: 10_000n }
  const found = coupon === null ? undefined : await deps.coupons.findValid(partnerId, coupon, deps.now())
  return found ?? { offBps: 0n }
}
