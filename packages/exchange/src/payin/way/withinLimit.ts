import type { Fact, Order } from '../../order/Order.ts'
import { applyCheck, checkPerson, type CheckDeps } from '../../person/checkPerson.ts'
import type { PriceWith } from '../../person/discountFact.ts'

/** What was decided of an order, which is applied already: the order as it is then. */
export type Decided = { readonly is: 'decided'; readonly order: Order }

/**
 * Lets a price pass, or finds that the person who pays exceeds their limit, which could not be checked before the
 * amount was known, or has lost the discount. What is decided is applied while the person is locked, so that the
 * person's next order counts it.
 * @param passed what is applied to an order that is within the limit; known before, since nothing but the person is
 * looked at while others wait for them
 */
export async function withinLimit(
  deps: CheckDeps,
  order: Order,
  fact: Fact & { is: 'priced' },
  { priceWith, passed = fact }: { readonly priceWith: PriceWith; readonly passed?: Fact },
): Promise<Decided> {
  return deps.people.lock(order, async (locked) => {
    const objections = await checkPerson(deps, locked, { ...order, quote: fact.quote }, priceWith)
    return { is: 'decided', order: await applyCheck(deps, locked, { orderId: order.id, objections, passed }) }
  })
}
