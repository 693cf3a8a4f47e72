import type { Network } from '@cambio/wire/Currency.ts'
import type { PayinGroup } from '@cambio/wire/Group.ts'
import type { PayoutWay } from '../payout/PayoutRail.ts'

/** What a way of paying in costs the buyer, and the amounts that it accepts. Shares are in hundredths of a percent. */
export type PayinTariff = {
  /** Network fee: what the rail charges, passed on. */
  readonly networkBps: bigint
  /** Service fee: what the exchange charges. */
  readonly serviceBps: bigint
  /** Bounds of one order, in EUR cents. */
  readonly minEurCents: bigint
  readonly maxEurCents: bigint
}

/** The operator's prices. A way in or out is offered if it has an entry here and a rail carries it. */
export type Tariff = {
  readonly payin: Readonly<Partial<Record<PayinGroup, PayinTariff>>>
  /** The networks on which coins are accepted, as far as a rail carries them. */
  readonly depositNetworks: readonly Network[] | 'any'
  /** The ways coins or money may leave by, in any order. */
  readonly payout: readonly PayoutWay[]
  /** What is not offered although a group carries it: currencies of one side by code, and pairs by name. */
  readonly withheld: {
    readonly payin: ReadonlySet<string>
    readonly payout: ReadonlySet<string>
    readonly pairs: ReadonlySet<string>
  }
  /** The spread in the rate of every pair without its own. */
  readonly spreadBps: bigint
  /** Spreads of single pairs, by their names. */
  readonly pairSpreadBps: ReadonlyMap<string, bigint>
  /** The price of one transfer on a network, in EUR cents; charged as payout_fee in the coin. */
  readonly transferEurCents: Readonly<Record<Network, bigint>>
  /** Prices older than this are not quoted, milliseconds. */
  readonly staleAfterMs: number
}

/** A pair's name, `<BASE>-<QUOTE>`: the pay-out currency and the pay-in currency. */
export function pairName(payin: string, payout: string): string {
  return `${payout}-${payin}`
}

/** The spread of a pair, by its name: its own, or the general one. */
export function spreadOf({ spreadBps, pairSpreadBps }: Tariff, pair: string): bigint {
  return pairSpreadBps.get(pair) ?? spreadBps
}
