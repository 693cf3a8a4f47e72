import { equal } from '@cambio/wire/Money.ts'
import { payinOf, type Order } from '../../order/Order.ts'
import type { CheckDeps } from '../../person/checkPerson.ts'
import type { Prices } from '../../price/RateSource.ts'
import { withFees } from '../../price/withFees.ts'
import { payinTraits } from '../traits/PayinTraits.ts'
import type { PriceOutcome } from '../way/PayinWay.ts'
import { pricedFact } from '../way/pricedFact.ts'
import { withinBounds } from '../way/withinBounds.ts'
import { withinLimit } from '../way/withinLimit.ts'
import { confirmExpiry, type FollowDeps } from './followDeposits.ts'
import type { Deposit, DepositPayin } from './machine/DepositPayin.ts'
import { priceDeposits, type Arrival } from './priceDeposits.ts'

/**
 * How long after its order's expiry a deposit's block may be made so that the order's price still applies,
 * milliseconds.
 */
const LATE_BLOCK_MS = 5 * 60 * 1_000

/**
 * Prices the coins that an order received. Below the smallest amount of an order, it waits for more until its expiry.
 * After that, and above the largest amount, the coins are owed.
 */
export async function priceOfDeposits(
  deps: CheckDeps & FollowDeps,
  order: Order,
  { payin, prices }: { readonly payin: DepositPayin; readonly prices: Prices },
): Promise<PriceOutcome> {
  const { received, isAwaited } = payinOf(order)
  if (!received) throw new Error(`Order ${order.id} has no money to price`)
  const { amount } = received
  const isLate = order.expiresAt === null || deps.now() >= order.expiresAt
  const bounds = equal(amount, order.quote.payin) ? 'within' : withinBounds(deps, order, amount, prices)
  if (bounds === 'above') return { is: 'out_of_bounds' }
  const deposited = {
    arrivals: payin.deposits
      .filter(({ state }) => state === 'received')
      .map((each) => arrivalOf(order, each)),
    floating: order.floating,
  }
  const quote = priceDeposits(order.quote, prices, deposited)
  if (bounds === 'below' || !quote) {
    if (!isLate || isAwaited) return 'unknown'
    return (await confirmExpiry(deps, order)) ? { is: 'out_of_bounds' } : 'unread'
  }
  return withinLimit(deps, order, pricedFact(order, quote, prices), {
    priceWith(fees) {
      const asAsked = withFees(order.quote, fees, prices)
      return asAsked && priceDeposits(asAsked, prices, deposited)
    },
  })
}

/**
 * An order's price applies to coins in a block no later than shortly after its expiry, unless their transaction
 * replaced an announced one. It stops applying once the order waits for its client, who could choose between going on
 * and a refund as the market moves. An order that could not be paid before it had a client keeps its price from then
 * on.
 */
function arrivalOf({ createdAt, events }: Order, { amount, minedAt, isReplacement }: Deposit): Arrival {
  const opened = events.findLast(({ fact, status }) => fact === 'cleared' && status === 'processing')
  const askedAt = opened?.at ?? createdAt
  const priceUntil = new Date(askedAt.getTime() + payinTraits.crypto.waitMs + LATE_BLOCK_MS)
  const hasWaited = events.some(({ status, seq }) => status === 'pending' && seq > (opened?.seq ?? 0))
  const isInTime = minedAt !== null && minedAt < priceUntil
  return { amount, isInTime: isInTime && !isReplacement && !hasWaited }
}
