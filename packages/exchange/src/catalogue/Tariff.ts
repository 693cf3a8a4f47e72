import type { PayinGroup } from '@cambio/wire/Payment.ts'
import type { Network } from '@cambio/wire/Currency.ts'
import type { PayoutWay } from '../payout/PayoutRails.ts'

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
  /** The ways coins or money may leave by, in any order. */
  readonly payout: readonly PayoutWay[]
  /** Spread inside the rate. */
  readonly spreadBps: bigint
  /** What one transfer on a network costs, in EUR cents; charged as payout_fee in the coin. */
  readonly transferEurCents: Readonly<Record<Network, bigint>>
  /** Prices older than this are not quoted, milliseconds. */
  readonly staleAfterMs: number
}

/** What a fresh installation charges until the operator says otherwise. */
export const standardTariff: Tariff = {
  payin: {
    card: { networkBps: 120n, serviceBps: 290n, minEurCents: 2_000n, maxEurCents: 1_000_000n },
  },
  payout: [{ group: 'crypto', networks: 'any' }],
  spreadBps: 50n,
  transferEurCents: {
    bitcoin: 150n,
    litecoin: 3n,
    ethereum: 80n,
    ripple: 1n,
    eos: 2n,
    stellar: 1n,
    tron: 95n,
  },
  staleAfterMs: 60_000,
}
