import type { PayoutOrder, PayoutRail } from '@cambio/exchange/payout/PayoutRail.ts'
import { silentLog, type Log } from '@cambio/server/log.ts'
import { balanceOf, imbalances } from '@cambio/server/postgres/Ledger.ts'
import { statement, type CleanDatabase } from '@cambio/server/testing/postgres/testing.ts'
import type { Address } from 'viem'
import { afterEach, beforeEach, expect } from 'vitest'
import { chainClient } from '../../src/chain/chainClient.ts'
import type { ChainDeps } from '../../src/chain/ChainDeps.ts'
import type { ChainSettings } from '../../src/chain/ChainSettings.ts'
import { balanceAt } from '../../src/chain/payout/balanceAt.ts'
import { payOutOnChain } from '../../src/chain/payout/payOutOnChain.ts'
import { watchLoop } from '../../src/chain/watch/watchLoop.ts'
import { chainDatabase, openTestChain, type TestChain } from './chainRig.ts'

export const buyer: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const ether = 10n ** 18n

/** What a test has anew: a chain of its own, the database, and what was warned of. */
export type Opened = {
  readonly chain: TestChain
  readonly stand: CleanDatabase
  readonly warnings: unknown[]
}

/** Opens pay-outs on a chain for each test of a file. After each the books sum to zero. */
export function usePayouts(use: (opened: Opened) => void) {
  let chain: TestChain
  let stand: CleanDatabase
  let warnings: unknown[]
  let now: Date
  beforeEach(async () => {
    chain = await openTestChain()
    stand = await chainDatabase()
    warnings = []
    now = new Date('2026-03-01T09:30:00Z')
    use({ chain, stand, warnings })
    await watch()
  })
  afterEach(async () => {
    expect(await imbalances(stand.database.query)).toEqual([])
    await stand.close()
    await chain.close()
  })
  const log: Log = { ...silentLog, warn: (event) => void warnings.push(event) }

  /** One process of many, with what may be wrong with it. */
  const deps = (wrong: Partial<ChainDeps> = {}): ChainDeps => ({
    database: stand.database,
    clock: { now: () => now },
    log,
    client: chainClient(chain.settings.url),
    ...wrong,
  })
  /** What watches the chain in one process, which may have other settings than the chain's usual ones. */
  const watcher = (wrong: Partial<ChainDeps> = {}, settings: ChainSettings = chain.settings) => {
    const loop = watchLoop({ ...deps(wrong), inbox: { file: async () => {} } }, settings)
    return () => loop.work('chain', 1)
  }
  const watch = (wrong: Partial<ChainDeps> = {}) => watcher(wrong)()
  const coinsAt = (address: Address, currency = 'ETH') =>
    balanceAt(chain.client, { address, tokens: chain.settings.tokens }, currency)

  return {
    rail: (wrong: Partial<ChainDeps> = {}, settings: ChainSettings = chain.settings): PayoutRail =>
      payOutOnChain(deps(wrong), settings),
    watch,
    watcher,
    coinsAt,
    /** Blocks are made and looked at until what was sent is final. */
    confirm: async (): Promise<void> => {
      await chain.mine(2)
      await watch()
    },
    /** The wallet's books are what the chain says of it. */
    expectAgreement: async (): Promise<void> => {
      for (const currency of ['ETH', 'USDC', 'USDT20']) {
        const booked = await balanceOf(stand.database.query, 'wallet', currency, 'posted')
        expect({ currency, units: booked - (await paidOutSince(stand, currency)) }).toEqual({
          currency,
          units: await coinsAt(chain.settings.keys.hotWallet.address, currency),
        })
      }
    },
    /** Moves the clock. */
    pass: (ms: number) => void (now = new Date(now.getTime() + ms)),
  }
}

/** What was paid out is booked by the orders, of which there are none here. */
async function paidOutSince({ database }: CleanDatabase, currency: string): Promise<bigint> {
  const [row] = await database.query<{ units: bigint }>(
    statement(
      `select coalesce(sum(units), 0)::numeric as units from chain_payout where state = 'done' and currency = $1`,
      currency,
    ),
  )
  return row?.units ?? 0n
}

/** A payment of an order's, of an ether to the buyer unless `more` says otherwise. */
export function payment(payoutId: string, more: Partial<PayoutOrder> = {}): PayoutOrder {
  return {
    orderId: 'ABCDE-123456',
    payee: null,
    payoutId,
    amount: { units: ether, currency: 'ETH' },
    address: buyer,
    memo: null,
    ...more,
  }
}
