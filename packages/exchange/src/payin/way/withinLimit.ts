import type { Fact, Order } from '../../order/Order.ts'
import { applyCheck, checkPerson, type CheckDeps } from '../../person/checkPerson.ts'
import type { PriceWith } from '../../person/discountFact.ts'

/** A decision about an order that is already applied, with the resulting order. */
export type Decided = { readonly is: 'decided'; readonly order: Order }

/**
 * Accepts a price, or finds that the payer exceeds their limit, which could not be checked before the amount was known,
 * or has lost the discount. The decision is applied while the person is locked, so that the person's next order counts
 * it.
 * @param passed the fact to apply to an order within the limit; made before the lock, since others wait while the
 * person is locked
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
