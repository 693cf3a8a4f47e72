import { applyFact } from '../order/applyFact.ts'
import { awaitsCheck, type Fact, type Order } from '../order/Order.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import { step } from '../order/step.ts'
import { checkPerson, type CheckDeps } from './checkPerson.ts'

type Deps = CheckDeps & { orders: Pick<OrderStore, 'find' | 'save'> }

/**
 * Applies what a card platform told about an order. Where it authorises the money, the person who pays is checked in the
 * same transaction: no two orders of one person pass together what one alone may not.
 */
export async function applyChargeFact(deps: Deps, orderId: string, fact: Fact): Promise<Order> {
  const isMoney = fact.is === 'held' || fact.is === 'settled'
  const before = isMoney ? await deps.orders.find(orderId) : undefined
  if (!isMoney || !before || !isAuthorisedBy(deps, before, fact)) return applyFact(deps, { orderId, fact })
  return deps.people.hold(before, async (hold) => {
    const inside = { ...deps, orders: hold.orders }
    const objection = await checkPerson(deps, hold, before)
    if (!objection) return applyFact(inside, { orderId, fact: { ...fact, checked: true } })
    await applyFact(inside, { orderId, fact })
    return applyFact(inside, { orderId, fact: objection })
  })
}

/** Whether an order comes to have money by a fact for which nobody was checked yet. */
function isAuthorisedBy({ now }: Deps, before: Order, fact: Fact): boolean {
  if (before.checked || before.status === 'pending') return false
  const after = step(before, fact, now())?.next
  return after !== undefined && awaitsCheck(after)
}

/** Checks the person who pays for an order whose card holds or has paid its money, where that is still to be done. */
export async function checkCharge(deps: Deps, order: Order): Promise<Order> {
  return deps.people.hold(order, async (hold) => {
    const fact = (await checkPerson(deps, hold, order)) ?? ({ is: 'checked' } as const)
    return applyFact({ ...deps, orders: hold.orders }, { orderId: order.id, fact })
  })
}
