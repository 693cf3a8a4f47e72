import { Refusal } from '@cambio/wire/http/Problem.ts'
import { capsFor, type Catalogue } from '../catalogue/Catalogue.ts'
import { isWithinWithoutClient } from '../limit/clientNeeded.ts'
import { levelNeeded } from '../limit/levelNeeded.ts'
import type { ClientLocks } from '../limit/LockedClient.ts'
import { continueOrder, raiseLevel } from '../limit/raiseLevel.ts'
import type { Followed } from '../notice/Notice.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import type { RateSource } from '../price/RateSource.ts'
import type { Random } from '../Random.ts'
import { turnoverWithoutClient } from './checkPerson.ts'
import type { PersonLocks } from './LockedPerson.ts'

type Deps = {
  orders: Pick<OrderStore, 'find' | 'save'>
  clients: ClientLocks
  people: PersonLocks
  rates: RateSource
  catalogue: Catalogue
  random: Random
  now: () => Date
}

/**
 * Applies the operator's approval of an order: the client's level rises to what the order needs, and the order and all
 * others that waited for that level go on at today's rate. While there is no rate, it is retried. Nothing changes where
 * no level allows so much any more. An order without a client goes on if its amount is now allowed without one.
 */
export async function followApproval(deps: Deps, orderId: string): Promise<Followed> {
  const order = await deps.orders.find(orderId)
  if (!order) return 'unknown_reference'
  if (order.status !== 'pending') return 'answered'
  try {
    const prices = await deps.rates.prices()
    if (order.clientId === null) {
      const snapshot = deps.catalogue.now()
      const caps = capsFor(snapshot, order.partnerId)
      const turnoverEurCents = await deps.people.lock(order, (locked) =>
        turnoverWithoutClient({ ...deps, snapshot }, locked, order),
      )
      const isWithin = isWithinWithoutClient(caps, order, { turnoverEurCents, prices })
      if (isWithin) await continueOrder(deps, { order, prices, isRequired: false })
      return 'answered'
    }
    await deps.clients.lock(order.clientId, async (locked) => {
      const level = await levelNeeded(deps.catalogue.now(), locked, { order, at: deps.now(), prices })
      if (level !== undefined) await raiseLevel(deps, locked, { level, orderId, prices })
    })
    return 'answered'
  } catch (error) {
    if (error instanceof Refusal) return 'unanswered'
    throw error
  }
}
