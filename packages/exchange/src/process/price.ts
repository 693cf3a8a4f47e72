import type { Money } from '@cambio/wire/Money.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import { tariffFor, type Catalogue } from '../catalogue/Catalogue.ts'
import type { Learned } from '../charge/getPaymentStatus.ts'
import type { ClientHolds } from '../limit/ClientHold.ts'
import { limitFact } from '../limit/limitFact.ts'
import type { VerificationStore } from '../limit/VerificationStore.ts'
import { payinOf, type Fact, type Order } from '../order/Order.ts'
import type { Random } from '../Random.ts'
import { fromEur } from '../price/euro.ts'
import { freshPrices } from '../price/freshPrices.ts'
import { priceAgain } from '../price/priceAgain.ts'
import type { Prices, RateSource } from '../price/RateSource.ts'

export type PriceDeps = {
  clients: ClientHolds
  verifications: Pick<VerificationStore, 'keep'>
  rates: RateSource
  catalogue: Catalogue
  random: Random
  now: () => Date
  verificationUrl: (token: string) => string
}

/** Prices an order whose rate floats, now that its money is in. */
export function price(deps: PriceDeps, order: Order): Promise<Learned> {
  return atFreshPrices(deps, async (prices) =>
    order.payin.is === 'transfer'
      ? ofTransfer(deps, order, prices)
      : priced(order, order.quote.payin, prices),
  )
}

/** What fresh prices make of an order; without them it waits for some. */
export async function atFreshPrices(
  deps: PriceDeps,
  learn: (prices: Prices) => Fact | Promise<Fact>,
): Promise<Learned> {
  try {
    return await learn(await freshPrices(deps, deps.catalogue.now().tariff))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_unavailable') return 'unknown'
    throw error
  }
}

function priced(order: Order, payin: Money, prices: Prices): Fact {
  const quote = priceAgain(order.quote, prices, payin)
  return quote ? { is: 'priced', quote } : { is: 'unpriceable' }
}

/** Nobody could be asked before a transfer came, so what came is held to the bounds and to the client's limit now. */
async function ofTransfer(deps: PriceDeps, order: Order, prices: Prices): Promise<Fact> {
  const { received } = payinOf(order)
  if (!received) throw new Error(`Order ${order.id} has no money to price`)
  const { amount } = received
  if (amount.units !== order.quote.payin.units && !isWithinBounds(deps, order, amount, prices))
    return { is: 'out_of_bounds' }
  const fact = priced(order, amount, prices)
  if (fact.is !== 'priced' || order.clientId === null) return fact
  const { caps } = deps.catalogue.now()
  const limited = await deps.clients.hold(order.clientId, (hold) =>
    limitFact(deps, caps, hold, { ...order, quote: fact.quote }),
  )
  return limited ?? fact
}

/** The bounds are those of the day the money came. What is not offered any more has none. */
function isWithinBounds(
  { catalogue }: PriceDeps,
  { partnerId, quote }: Order,
  { units, currency }: Money,
  prices: Prices,
): boolean {
  const bounds = tariffFor(catalogue.now(), partnerId).payin[quote.payinGroup]
  if (!bounds) return true
  const least = fromEur(bounds.minEurCents, currency, prices)
  const most = fromEur(bounds.maxEurCents, currency, prices)
  return least.units <= units && units <= most.units
}
