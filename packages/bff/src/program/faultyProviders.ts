import type { CodeMail } from '@cambio/exchange/client/CodeMail.ts'
import type { OrderStore } from '@cambio/exchange/order/OrderStore.ts'
import type { PayoutRail, PayoutRails, PayoutState } from '@cambio/exchange/payout/PayoutRail.ts'
import type { RateSource } from '@cambio/exchange/price/RateSource.ts'
import { codeMail } from '@cambio/rails/mail/codeMail.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import type { Exchange } from './Exchange.ts'
import { sandboxFaults, type SandboxFaults } from './sandboxFaults.ts'

/**
 * The prices of one order or widget request: the market's, or those that a tester has set for it.
 * @param input.id what faults are set for: the request's id, or the order's if it has no request
 * @param input.payin the currency that is paid in
 */
export function ratesFor(
  { rates, faults }: Pick<Exchange, 'rates' | 'faults'>,
  { id, payin }: { readonly id: string; readonly payin: string },
): RateSource {
  const fault = faults?.rates(id)
  if (fault === undefined) return rates
  return fault === 'away' ? unavailableRates(rates) : movedRates(rates, payin)
}

/** What processes one order, with the prices that a tester has set for it. */
export async function withRatesFor<Deps extends Pick<Exchange, 'rates' | 'faults'>>(
  deps: Deps & { readonly orders: Pick<OrderStore, 'find'> },
  orderId: string,
): Promise<Deps> {
  if (deps.faults === null || deps.faults.idsWith('rates').length === 0) return deps
  const order = await deps.orders.find(orderId)
  if (!order) return deps
  const rates = ratesFor(deps, { id: order.requestId ?? order.id, payin: order.quote.payin.currency })
  return { ...deps, rates }
}

/** A source of prices that has been unavailable for long: its last prices are too old to sell at. */
function unavailableRates(rates: RateSource): RateSource {
  return { prices: async () => ({ ...(await rates.prices()), at: new Date(0) }) }
}

/** How far prices have moved, percent of the market's. */
const MOVED_PERCENT = 105n

/**
 * Prices that have moved against a buyer: coins cost five percent more than the market says. Where a coin is paid in,
 * that coin is worth so much less instead.
 */
function movedRates(rates: RateSource, payin: string): RateSource {
  const isCoin = (code: string) => Currency.find(code)?.kind === 'crypto'
  const isPaidInCoins = isCoin(payin)
  function moved(code: string, price: bigint): bigint {
    if (isPaidInCoins) return code === payin ? (price * 100n) / MOVED_PERCENT : price
    return isCoin(code) ? (price * MOVED_PERCENT) / 100n : price
  }
  return {
    async prices() {
      const { at, eur } = await rates.prices()
      return { at, eur: new Map([...eur].map(([code, price]) => [code, moved(code, price)])) }
    },
  }
}

/** Mail whose server accepts nothing. */
export function unavailableMail(deps: Pick<Exchange, 'random' | 'log'>): CodeMail {
  const why = 'mail is set to fail in this sandbox'
  return codeMail({ ...deps, mail: { send: async () => ({ is: 'refused', why, isFinal: false }) } })
}

/** A sandbox's faults, and its rails, whose pay-outs stay under way for as long as their order has that fault. */
export function withFaults(
  payout: PayoutRails,
  orders: Pick<OrderStore, 'find'>,
): { readonly faults: SandboxFaults; readonly payout: PayoutRails } {
  const faults = sandboxFaults()
  const deps = { faults, orders }
  return { faults, payout: payout.map((way) => ({ ...way, rail: slowRail(way.rail, deps) })) }
}

function slowRail(
  rail: PayoutRail,
  { faults, orders }: { readonly faults: SandboxFaults; readonly orders: Pick<OrderStore, 'find'> },
): PayoutRail {
  /** The orders of pay-outs under way. */
  const sent = new Map<string, string>()
  async function seen(payoutId: string, state: PayoutState): Promise<PayoutState> {
    const orderId = sent.get(payoutId)
    if (state.is !== 'confirmed' || orderId === undefined) return state
    const order = await orders.find(orderId)
    if (order && faults.has(order.requestId ?? order.id, 'payout')) return { is: 'sent', txid: state.txid }
    sent.delete(payoutId)
    return state
  }
  return {
    ...rail,
    async send(order) {
      sent.set(order.payoutId, order.orderId)
      return seen(order.payoutId, await rail.send(order))
    },
    getStatus: async (payoutId) => seen(payoutId, await rail.getStatus(payoutId)),
  }
}
