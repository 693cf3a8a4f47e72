import type { Tariff } from '@cambio/exchange/catalogue/Tariff.ts'
import { pairs, paymentGroups } from '@cambio/exchange/price/offer.ts'
import { toFeeQuote } from '@cambio/exchange/price/Quote.ts'
import { priceLines } from '@cambio/exchange/price/quotePair.ts'
import { Direction, type GroupEntry } from '@cambio/wire/Payment.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { Handlers } from '../http/Handler.ts'

/** Reference data and prices: nobody is asked who they are, and nothing is kept. */
export function publicRoutes(exchange: Pick<Exchange, 'catalogue' | 'rates' | 'clock'>): Handlers['public'] {
  const { catalogue, rates, clock } = exchange
  const deps = { rates, now: () => clock.now() }
  return {
    currency: async () => pairs(catalogue.now().tariff),
    payment: async ({ params }) => groupsOf(catalogue.now().tariff, params.direction),
    fee: async ({ body }) => toFeeQuote((await priceLines(deps, catalogue.now().tariff, body)).lines),
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
