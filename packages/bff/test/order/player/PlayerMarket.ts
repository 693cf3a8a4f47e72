import type { DepositRig } from '../../deposit/depositRig.ts'

/** Amounts of one order, as its partner reads them. */
export type Deal = {
  readonly payin: { readonly amount: number; readonly currency: string }
  readonly payout: { readonly amount: number; readonly currency: string }
}

/** A market in which one coin moves and everything else is worth one EUR. */
export type Market = {
  readonly nowMs: () => number
  /** Moves the price by so many thousandths and lets that much time pass, in which the exchange does what is due. */
  move(perMille: number, ms: number): Promise<void>
  /** What a deal pays out, over what it pays in, at the price of now. */
  worth(deal: Deal): number
  /** The least that it was worth at any price since then: not above one where it was made at one of them. */
  leastWorth(deal: Deal, sinceMs: number): number
}

const LOWEST_EUR = 600
const HIGHEST_EUR = 15_000
const BLOCK_MS = 5_000

export function openMarket(rig: DepositRig): Market {
  const nowMs = () => rig.exchange.clock.now().getTime()
  let price = 3_000
  let prices = [{ fromMs: 0, price }]
  const valueAt = (at: number, { amount, currency }: Deal['payin']) =>
    currency === 'ETH' ? amount * at : amount
  const worthAt = (at: number, { payin, payout }: Deal) => valueAt(at, payout) / valueAt(at, payin)
  return {
    nowMs,
    async move(perMille, ms) {
      rig.pass(Math.max(0, ms - BLOCK_MS))
      const moved = Math.round((price * (1_000 + perMille)) / 1_000)
      price = Math.min(HIGHEST_EUR, Math.max(LOWEST_EUR, moved))
      prices = [...prices.slice(-200), { fromMs: nowMs(), price }]
      rig.pricesAre({ ETH: BigInt(price) })
      await rig.live()
    },
    worth: (deal) => worthAt(price, deal),
    leastWorth(deal, sinceMs) {
      const before = prices.findLast(({ fromMs }) => fromMs <= sinceMs)
      const since = [...(before ? [before] : []), ...prices.filter(({ fromMs }) => fromMs > sinceMs)]
      return Math.min(...since.map((each) => worthAt(each.price, deal)))
    },
  }
}
