import type { Network } from '@cambio/wire/Currency.ts'
import type { PayinGroup } from '@cambio/wire/Group.ts'
import type { PayoutWay } from '../payout/PayoutRail.ts'

/** What a way of paying in costs the buyer and how much it takes. Shares are in hundredths of a percent. */
export type PayinTariff = {
  /** Network fee: what the rail takes, passed on. */
  readonly networkBps: bigint
  /** Service fee: what the exchange takes. */
  readonly serviceBps: bigint
  /** Bounds of one order, in EUR cents. */
  readonly minEurCents: bigint
  readonly maxEurCents: bigint
}

/** The operator's prices. A way in or out is offered by its entry here, as far as a rail carries it. */
export type Tariff = {
  readonly payin: Readonly<Partial<Record<PayinGroup, PayinTariff>>>
  /** The networks on which coins are taken, as far as a rail carries them. */
  readonly depositNetworks: readonly Network[] | 'any'
  /** The ways coins or money may leave by, in any order. */
  readonly payout: readonly PayoutWay[]
  /** What is not offered although a group moves it: currencies of one side by their codes, and pairs by their names. */
  readonly withheld: {
    readonly payin: ReadonlySet<string>
    readonly payout: ReadonlySet<string>
    readonly pairs: ReadonlySet<string>
  }
  /** Spread inside the rate of every pair that has none of its own. */
  readonly spreadBps: bigint
  /** Spreads of single pairs, by their names. */
  readonly pairSpreadBps: ReadonlyMap<string, bigint>
  /** What one transfer on a network costs, in EUR cents; charged as payout_fee in the coin. */
  readonly transferEurCents: Readonly<Record<Network, bigint>>
  /** Prices older than this are not quoted, milliseconds. */
  readonly staleAfterMs: number
}

/** A pair's name, `<BASE>-<QUOTE>`: what is paid out, and what it is paid for in. */
export function pairName(payin: string, payout: string): string {
  return `${payout}-${payin}`
}

/** The spread of a pair, by its name: its own, or the one of all that have none. */
export function spreadOf({ spreadBps, pairSpreadBps }: Tariff, pair: string): bigint {
  return pairSpreadBps.get(pair) ?? spreadBps
}
