import { Refusal } from '@cambio/wire/Problem.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import type { Followed } from '../notice/Notice.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import type { RateSource } from '../price/RateSource.ts'
import type { Random } from '../Random.ts'
import type { ClientHold, ClientHolds } from './ClientHold.ts'
import { enoughLevel } from './enoughLevel.ts'
import { raiseLevel } from './raiseLevel.ts'
import { TURNOVER_SPAN_MS } from '../client/Client.ts'
import type { VerificationLevel } from '@cambio/wire/Payment.ts'
import type { Order } from '../order/Order.ts'

type Deps = {
  orders: Pick<OrderStore, 'find'>
  clients: ClientHolds
  rates: RateSource
  catalogue: Catalogue
  random: Random
  now: () => Date
}

/**
 * The operator has seen what an order's client was asked for: the client's level rises to what the order needs, and
 * the order goes on with all others that waited for it, at today's rate. While there is none it is followed again.
 */
export async function followApproval(deps: Deps, orderId: string): Promise<Followed> {
  const order = await deps.orders.find(orderId)
  if (!order) return 'stray'
  if (order.status !== 'pending' || order.clientId === null) return 'answered'
  try {
    const prices = await deps.rates.prices()
    await deps.clients.hold(order.clientId, async (hold) => {
      await raiseLevel(deps, hold, { level: await neededLevel(deps, hold, order), orderId, prices })
    })
    return 'answered'
  } catch (error) {
    if (error instanceof Refusal) return 'unanswered'
    throw error
  }
}

async function neededLevel(
  { catalogue, now }: Deps,
  hold: ClientHold,
  { id, quote: { payinGroup, payinEur } }: Order,
): Promise<VerificationLevel> {
  if (payinGroup === 'balance') return hold.client.level
  const turnover = await hold.turnoverEurCents(new Date(now().getTime() - TURNOVER_SPAN_MS), id)
  return enoughLevel(catalogue.now().caps[payinGroup], turnover + payinEur.units)
}
