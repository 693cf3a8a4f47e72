import { Refusal } from '@cambio/wire/http/Problem.ts'
import { applyFact } from '../order/life/applyFact.ts'
import { step } from '../order/life/step.ts'
import { awaitsCheck, type Fact, type Order } from '../order/Order.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import { freshPrices } from '../price/freshPrices.ts'
import type { RateSource } from '../price/RateSource.ts'
import { withFees } from '../price/withFees.ts'
import { applyCheck, checkPerson, type CheckDeps } from './checkPerson.ts'
import type { PriceWith } from './discountFact.ts'

export type ChargeFactDeps = CheckDeps & { orders: Pick<OrderStore, 'find' | 'save'>; rates: RateSource }

/**
 * Applies what a card platform reported about an order. Where it authorises the money, the payer is checked in the same
 * transaction, so that two orders of one person cannot together exceed the limit. Without a fresh price, which an order
 * with a discount may need, the check follows once there is one.
 */
export async function applyChargeFact(deps: ChargeFactDeps, orderId: string, fact: Fact): Promise<Order> {
  const isMoney = fact.is === 'held' || fact.is === 'settled'
  const before = isMoney ? await deps.orders.find(orderId) : undefined
  if (!isMoney || !before || !isAuthorisedBy(deps, before, fact)) return applyFact(deps, { orderId, fact })
  const priceWith = await priceWithout(deps, before)
  if (!priceWith) return applyFact(deps, { orderId, fact })
  return deps.people.lock(before, async (locked) => {
    const objections = await checkPerson(deps, locked, before, priceWith)
    const facts = objections.length === 0 ? [] : [fact, ...objections]
    return applyCheck(deps, locked, { orderId, objections: facts, passed: { ...fact, checked: true } })
  })
}

/** Whether a fact authorises an order's money before its payer was checked. */
function isAuthorisedBy({ now }: ChargeFactDeps, before: Order, fact: Fact): boolean {
  if (before.checked || before.status === 'pending') return false
  const after = step(before, fact, now())?.next
  return after !== undefined && awaitsCheck(after)
}

/**
 * Checks the payer of an order whose card money is on hold or received, where that is still to be done.
 * @returns `unknown` while a fresh price that it needs is missing
 */
export async function checkCharge(deps: ChargeFactDeps, order: Order): Promise<Order | 'unknown'> {
  const priceWith = await priceWithout(deps, order)
  if (!priceWith) return 'unknown'
  return deps.people.lock(order, async (locked) => {
    const objections = await checkPerson(deps, locked, order, priceWith)
    return applyCheck(deps, locked, { orderId: order.id, objections, passed: { is: 'checked' } })
  })
}

/**
 * Returns how to price an order by other fees, at its own rate; undefined while there is no fresh price to value it.
 */
async function priceWithout(
  deps: ChargeFactDeps,
  { quote, asFirst, coupon }: Order,
): Promise<PriceWith | undefined> {
  if (!asFirst && coupon === null) return () => undefined
  try {
    const prices = await freshPrices(deps, deps.catalogue.now().tariff)
    return (fees) => withFees(quote, fees, prices)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_unavailable') return undefined
    throw error
  }
}
