import type { Money } from '@cambio/wire/Money.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import type { FollowDeps } from '../deposit/followDeposits.ts'
import { payinOf, type Fact, type Order } from '../order/Order.ts'
import { freshPrices } from '../price/freshPrices.ts'
import { priceAgain } from '../price/priceAgain.ts'
import { priceAtMost } from '../price/priceAtMost.ts'
import type { Prices, RateSource } from '../price/RateSource.ts'
import { ownPayer, type PayerDeps } from './ownPayer.ts'
import { pricedFact } from './pricedFact.ts'
import { priceOfDeposits, type PriceOutcome } from './priceOfDeposits.ts'
import { withinBounds } from './withinBounds.ts'
import { withinLimit, type Decided } from './withinLimit.ts'

export type PriceDeps = PayerDeps & FollowDeps & { rates: RateSource }

/** Prices an order by what came, now that its money is in. */
export function price(deps: PriceDeps, order: Order): Promise<PriceOutcome> {
  return atFreshPrices(deps, async (prices) => {
    switch (order.payin.is) {
      case 'deposit':
        return priceOfDeposits(deps, order, { payin: order.payin, prices })
      case 'transfer':
        return ofTransfer(deps, order, prices)
      case 'card':
        return order.floating ? priced(order, order.quote.payin, prices) : atMost(order, prices)
      case 'balance':
        return priced(order, order.quote.payin, prices)
    }
  })
}

/** Runs a step of an order with fresh prices; where there are none, the order waits for them. */
export async function atFreshPrices<Outcome>(
  deps: PriceDeps,
  takeStep: (prices: Prices) => Outcome | Promise<Outcome>,
): Promise<Outcome | 'unknown'> {
  try {
    return await takeStep(await freshPrices(deps, deps.catalogue.now().tariff))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_unavailable') return 'unknown'
    throw error
  }
}

/** Prices a charge that was confirmed too late for its price: its buyer gains nothing by that. */
function atMost(order: Order, prices: Prices): Fact & { is: 'priced' | 'unpriceable' } {
  const quote = priceAtMost(order.quote, prices)
  return quote ? pricedFact(order, quote, prices) : { is: 'unpriceable' }
}

function priced(order: Order, payin: Money, prices: Prices): Fact & { is: 'priced' | 'unpriceable' } {
  const quote = priceAgain(order.quote, prices, payin)
  return quote ? pricedFact(order, quote, prices) : { is: 'unpriceable' }
}

/** Prices a bank transfer. Its amount and sender are known only now, so bounds, person and payer are checked here. */
async function ofTransfer(deps: PriceDeps, order: Order, prices: Prices): Promise<Fact | Decided> {
  const { received } = payinOf(order)
  if (!received) throw new Error(`Order ${order.id} has no money to price`)
  const { amount } = received
  const isAsQuoted = amount.units === order.quote.payin.units
  if (!isAsQuoted && withinBounds(deps, order, amount, prices) !== 'within') return { is: 'out_of_bounds' }
  const fact = priced(order, amount, prices)
  if (fact.is !== 'priced') return fact
  return withinLimit(deps, order, fact, {
    priceWith: (fees) => priceAgain({ ...order.quote, fees }, prices, amount),
    passed: await ownPayer(deps, order, fact),
  })
}
