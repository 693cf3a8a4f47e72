import { randomBytes } from 'node:crypto'
import type { Prices } from '@cambio/exchange/price/RateSource.ts'
import { balanceAt } from '@cambio/rails/chain/payout/balanceAt.ts'
import { openTestChain } from '@cambio/rails/testing/chain/chainRig.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { imbalances, trialBalance } from '@cambio/server/postgres/Ledger.ts'
import * as Money from '@cambio/wire/Money.ts'
import { OrderData } from '@cambio/wire/order/Order.ts'
import { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import * as z from 'zod/mini'
import { orderLeftovers } from '../../src/store/ledger/orderLeftovers.ts'
import { createPath } from '../order/createOrder.ts'
import { ethAddress, openRig, type Reply } from '../rig.ts'

/*
 * The whole exchange on a real chain node. The node makes a block only when a test has it do so, and both go by the same
 * clock. Prices stay as they are until a test changes them.
 */

export type DepositRig = Awaited<ReturnType<typeof openDepositRig>>

const Address = z.templateLiteral(['0x', z.string()])
export type Address = z.infer<typeof Address>

const BLOCK_MS = 5_000
const one = 10n ** 18n
const usualPrices: Record<string, bigint> = {
  EUR: one,
  USD: one,
  ETH: 3_000n * one,
  USDC: one,
  USDT20: one,
  BTC: 60_000n * one,
}

/**
 * @param options.reachedBy opens a line to the node for the exchange to use; without it the node is reached directly
 * @param options.watched what the exchange has as its database, made of each of its pools
 * @param options.log what it tells the operator by
 */
export async function openDepositRig(
  options: {
    reachedBy?: (url: string) => Promise<{ readonly url: string; close(): Promise<void> }>
    watched?: (pool: Database) => Database
    log?: Log
  } = {},
) {
  const chain = await openTestChain()
  const line = await options.reachedBy?.(chain.settings.url)
  let eur = usualPrices
  let whilePricing: () => Promise<unknown> = async () => undefined
  const now = () => rig.exchange.clock.now()
  const rates = {
    async prices(): Promise<Prices> {
      await whilePricing()
      return { at: now(), eur: new Map(Object.entries(eur)) }
    },
  }
  const rig = await openRig(
    { rates, ...(options.log && { log: options.log }) },
    { CHAIN_URL: line?.url ?? chain.settings.url, DATA_DIR: chain.dataDir },
    undefined,
    options.watched,
  )

  /** Lets time pass, makes blocks, and does everything that follows. */
  async function live(blocks = 1): Promise<void> {
    for (let block = 0; block < blocks; block++) {
      rig.pass(BLOCK_MS)
      await chain.mineAt(now())
      await rig.work.tick()
    }
  }
  await rig.work.tick()
  await chain.mineAt(now())

  /** Makes blocks and does everything that follows, until nothing is left to do. */
  const settle = () => live(5)

  async function order(id: string): Promise<OrderData> {
    const { body } = await rig.partner('GET', `/api/v2/partner/order/${id}`)
    return OrderData.parse(body)
  }

  /** Makes blocks and does everything that follows, until an order has a status, for two minutes at most. */
  async function liveUntil(id: string, status: string): Promise<void> {
    for (let block = 0; block < 24 && (await order(id)).status !== status; block++) await live(1)
  }

  let ordersPlaced = 0
  const call = async (...words: string[]) => {
    const { output, ok } = await rig.runCommand(...words, '--json')
    return { ok, result: z.record(z.string(), z.unknown()).parse(JSON.parse(output)) }
  }

  return {
    ...rig,
    /** The exchange without its chain. */
    exchangeRig: rig,
    chain,
    live,
    liveUntil,
    settle,
    order,
    call,
    /** Sets what one whole coin costs in EUR from now on. */
    pricesAre: (changed: Record<string, bigint>) =>
      void (eur = {
        ...eur,
        ...Object.fromEntries(Object.entries(changed).map(([code, price]) => [code, price * one])),
      }),
    /** Sets what happens while prices are asked for. */
    whilePricing: (work: typeof whilePricing) => void (whilePricing = work),
    /** Places an order of the shop's: one ETH for USDC, unless `extra` has other terms. */
    async placeOrder(extra: object = {}) {
      const id = `deposit-${(ordersPlaced += 1)}`
      const created = await rig.partner('POST', createPath, {
        partner_order_id: id,
        payin_currency: 'ETH',
        payin_group: 'crypto',
        payin_amount: '1',
        payout_currency: 'USDC',
        dst_address: ethAddress,
        client_ip: '192.0.2.7',
        remote_country: 'DE',
        ...extra,
      })
      expect(created.body).toMatchObject({ payin_group: 'crypto', crypto_delay: 900 })
      return {
        id,
        orderId: String(created.at('client_order_id')),
        address: Address.parse(created.at('crypto_address')),
        /** What opens the order's page. */
        entry: [created.at('client_order_id'), keyOf(String(created.at('redirect')))].join('~'),
      }
    },
    /** Sends coins out of the test wallet, where they wait for a block. Answers their transaction's id. */
    async pay(to: string, amount: string, currency = 'ETH'): Promise<string> {
      const page = `/sandbox/wallet?to=${to}&amount=${amount}&currency=${currency}`
      const sent = await rig.send('POST', page)
      expect(sent.text).toContain('<h1>Sent</h1>')
      return /tx\/(0x[0-9a-f]{64})/.exec(sent.text)?.[1] ?? ''
    },
    /** The buyer of an order, at its page. */
    async buyerOf(entry: string) {
      const path = `/api/widget/${entry}`
      const { body } = await rig.widget('POST', `${path}/code`, { email: 'buyer@example.com' })
      const { sandbox_code: code } = z.object({ sandbox_code: z.string() }).parse(body)
      const opened = await rig.widget('POST', `${path}/session`, { email: 'buyer@example.com', code })
      const session = String(opened.at('session'))
      return {
        view: () => rig.widget('GET', path, undefined, session),
        async code(): Promise<string> {
          const mailed = await rig.widget('POST', `${path}/refund/code`, {}, session)
          return String(mailed.at('sandbox_code'))
        },
        enterRefundAddress: (address: string, code: string): Promise<Reply> =>
          rig.widget('PUT', `${path}/refund/address`, { address, code: code }, session),
      }
    },
    async coinsAt(address: Address, currency: string): Promise<string> {
      const { tokens } = chain.settings
      return Money.format({ units: await balanceAt(chain.client, { address, tokens }, currency), currency })
    },
    /** The balance of an account in the books, in whole coins. */
    async balanceOn(account: string, currency: string): Promise<string> {
      const balances = await trialBalance(rig.query)
      const balance = balances.find((each) => each.account === account && each.asset === currency)
      const units = balance?.units ?? 0n
      return units < 0n ? `-${Money.format({ units: -units, currency })}` : Money.format({ units, currency })
    },
    /** Expects books that sum to zero and agree with the chain, and puts the prices back. Each test ends with it. */
    async check(): Promise<void> {
      eur = usualPrices
      await live(2)
      expect(await imbalances(rig.query)).toEqual([])
      expect(await orderLeftovers(rig.query)).toEqual([])
      expect(await call('chain', 'reconcile')).toMatchObject({ ok: true, result: { agrees: true } })
    },
    async close(): Promise<void> {
      await rig.close()
      await line?.close()
      await chain.close()
    },
  }
}

/**
 * Opens one rig for all tests of a file, and names a wallet that nobody else has for each. After each the rig's books sum
 * to zero, and are what the chain says.
 * @param options.capEurCents what may come from one wallet for orders without a client. All coins of a file come from the
 *   node's own wallet, so that a file of many orders needs more than the sandbox has
 */
export function useDepositRig(
  take: (rig: DepositRig, wallet: Address) => void,
  options: Parameters<typeof openDepositRig>[0] & { capEurCents?: string } = {},
): void {
  let rig: DepositRig
  beforeAll(async () => {
    rig = await openDepositRig(options)
    const { capEurCents } = options
    if (capEurCents === undefined) return
    // No level may have more than the one above it.
    for (const level of VerificationLevel.options.toReversed())
      expect(await rig.call('tariff', 'set', `caps.crypto.${level}EurCents`, capEurCents)).toMatchObject({
        ok: true,
      })
  })
  beforeEach(() => take(rig, freshWallet()))
  afterEach(() => rig.check())
  afterAll(() => rig.close())
}

/** The secret of an order's page. */
function keyOf(redirect: string): string | null {
  return new URL(redirect).searchParams.get('k')
}

/** A wallet that nobody else has. */
export function freshWallet(): Address {
  return `0x${randomBytes(20).toString('hex')}`
}
