import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import { effectiveLevel, higherLevel } from '../client/Client.ts'
import { applyFact } from '../order/life/applyFact.ts'
import { expiryOf } from '../order/life/expiry.ts'
import { pendingBy, type Order } from '../order/Order.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import { checkFresh } from '../price/freshPrices.ts'
import type { Prices } from '../price/RateSource.ts'
import { reprice } from '../price/reprice.ts'
import type { Random } from '../Random.ts'
import { levelNeeded } from './levelNeeded.ts'
import type { LockedClient } from './LockedClient.ts'

type Deps = { catalogue: Catalogue; random: Random; now: () => Date }

/**
 * Raises a locked client's level and releases, at today's rate, the client's orders that waited for it: the order that
 * the verification was for, and those that are now within the limit.
 * @throws Refusal rate_unavailable, amount_out_of_bounds for the order of the verification; nothing is raised then
 */
export async function raiseLevel(
  deps: Deps,
  locked: LockedClient,
  input: { level: VerificationLevel; orderId: string | null; prices: Prices },
): Promise<void> {
  const { orderId, prices } = input
  const client = { ...locked.client, level: higherLevel(locked.client.level, input.level) }
  await locked.saveLevel(client.level)
  for (const order of await locked.orders.findLimited(client.id)) {
    const isVerifiedOrder = order.id === orderId
    if (
      isVerifiedOrder ||
      (!isOfAnotherPayer(order) && (await isWithin(deps, { ...locked, client }, order, prices)))
    )
      await continueOrder({ ...deps, orders: locked.orders }, { order, prices, isRequired: isVerifiedOrder })
  }
}

/** Whether an order waits because another person paid it, which no level changes. */
function isOfAnotherPayer(order: Order): boolean {
  return pendingBy(order) === 'payer_differs'
}

async function isWithin(deps: Deps, locked: LockedClient, order: Order, prices: Prices): Promise<boolean> {
  const level = effectiveLevel(locked.client)
  const needed = await levelNeeded(deps.catalogue.now(), locked, { order, at: deps.now(), prices })
  return needed !== undefined && higherLevel(level, needed) === level
}

/**
 * Releases an order that waited, at today's rate.
 * @param isRequired whether to throw, instead of letting the order wait, where nothing would be left of its amount
 * @throws Refusal rate_unavailable, amount_out_of_bounds
 */
export async function continueOrder(
  deps: Deps & { orders: Pick<OrderStore, 'find' | 'save'> },
  { order, prices, isRequired }: { order: Order; prices: Prices; isRequired: boolean },
): Promise<void> {
  checkFresh(prices, deps.catalogue.now().tariff, deps.now())
  const quote = reprice(order.quote, prices)
  if (!quote && !isRequired) return
  if (!quote) throw new Refusal('amount_out_of_bounds', 'Nothing is left after fees')
  const fact = { is: 'cleared', quote, expiresAt: expiryOf(quote, deps.now()) } as const
  await applyFact(deps, { orderId: order.id, fact })
}
