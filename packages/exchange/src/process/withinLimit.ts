import { applyFact } from '../order/applyFact.ts'
import type { Fact, Order } from '../order/Order.ts'
import { checkPerson, type CheckDeps } from '../person/checkPerson.ts'

/** What was decided of an order, which is applied already: the order as it is then. */
export type Decided = { readonly is: 'decided'; readonly order: Order }

/**
 * Lets a price pass, or finds the person who pays over their limit, which could not be checked before the amount came.
 * What is decided is applied while the person is held, so that the person's next order counts it.
 * @param passed what is applied to an order that is within the limit; known before, since nothing but the limit is looked
 *   at while others wait for the person
 */
export async function withinLimit(
  deps: CheckDeps,
  order: Order,
  fact: Fact & { is: 'priced' },
  passed: Fact = fact,
): Promise<Decided> {
  return deps.people.hold(order, async (hold) => {
    const objection = await checkPerson(deps, hold, { ...order, quote: fact.quote })
    const decided = { orderId: order.id, fact: objection ?? passed }
    return { is: 'decided', order: await applyFact({ ...deps, orders: hold.orders }, decided) }
  })
}
