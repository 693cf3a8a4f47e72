import { pairs, paymentGroups } from '@cambio/exchange/price/offer.ts'
import { toFeeQuote } from '@cambio/exchange/price/Quote.ts'
import { priceLines } from '@cambio/exchange/price/quotePair.ts'
import type { Tariff } from '@cambio/exchange/price/Tariff.ts'
import { Direction, type GroupEntry } from '@cambio/wire/Payment.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { Handlers } from '../http/Handler.ts'

/** Reference data and prices: nobody is asked who they are, and nothing is kept. */
export function publicRoutes(exchange: Pick<Exchange, 'tariff' | 'rates' | 'clock'>): Handlers['public'] {
  const { tariff, rates, clock } = exchange
  const deps = { tariff, rates, now: () => clock.now() }
  return {
    currency: async () => pairs(tariff),
    payment: async ({ params }) => groupsOf(tariff, params.direction),
    fee: async ({ body }) => toFeeQuote((await priceLines(deps, body)).lines),
  }
}

function groupsOf(tariff: Tariff, direction: string): GroupEntry[] {
  const known = Direction.safeParse(direction)
  if (known.success) return paymentGroups(tariff, known.data)
  throw new Refusal(
    'unknown_direction',
    `There is no direction ${direction.slice(0, 32)}: use payin or payout`,
  )
}
