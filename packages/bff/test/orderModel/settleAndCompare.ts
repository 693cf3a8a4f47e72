import { balanceOf as bookedOn, imbalances } from '@cambio/server/postgres/Ledger.ts'
import { statement as sql } from '@cambio/server/postgres/testing.ts'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { Reply } from '../rig.ts'
import { bankDay } from './bankDay.ts'
import { expectTrue, statusesIn } from './expectTrue.ts'
import { has, isAnotherCoin, sumOf, type ModelDeposits } from './ModelDeposits.ts'
import { lapse, type ModelOrder } from './ModelOrder.ts'
import {
  command,
  COUPON_USES,
  modelBalance,
  receive,
  tell,
  unitsOf,
  work,
  type Life,
  type OrderWorld,
} from './OrderWorld.ts'
import { settleCards } from './steps/cardSteps.ts'
import { mine } from './worldSteps.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const restsMs = [0, MINUTE_MS, 21 * MINUTE_MS, HOUR_MS, 30 * HOUR_MS, 96 * HOUR_MS, 48 * HOUR_MS]
/** What the network takes of one transfer that goes back, at most, in units of each coin. */
const WHOLE_FEE_PERCENT = 2.9
/** What of a callback is compared; one with a code tells of no status. */
const Told = z.object({ client_order: z.optional(z.object({ status: z.string() })) })
const mostFee: Readonly<Record<string, bigint>> = { ETH: 400_000_000_000_000n, USDC: 1_000_000n }

/** Lets everything come to rest, and holds it against the model. */
export async function settleAndCompare(world: OrderWorld): Promise<void> {
  const { rig, chained, lives } = world
  await rest(world)
  expect(await imbalances(rig.query)).toEqual([])
  expect(await chained.call('chain', 'reconcile')).toMatchObject({ ok: true, said: { agrees: true } })
  expect(await world.sepa.cents('bank')).toBe(world.bank.cents)
  for (const life of lives) {
    for (const order of life.orders) await compare(world, order)
    await compareCoupon(world, life)
    for (const asset of ['ETH', 'EUR']) {
      const balance = -(await bookedOn(rig.query, `balance:client:${life.clientId}`, asset, 'posted'))
      const expected = await modelBalance(world, life, asset)
      expect([life.name, asset, balance]).toEqual([life.name, asset, expected])
    }
  }
  const settled = (await rig.partner('GET', '/api/v2/partner/balance/USD')).at('amount')
  expect(['settled', unitsOf(settled)]).toEqual(['settled', world.settledCents])
}

async function rest(world: OrderWorld): Promise<void> {
  const { rig, node, lives } = world
  const orders = lives.flatMap((life) => life.orders)
  node.fault = undefined
  rig.payoutsMeet(undefined)
  receive(world, 'there')
  expect((await command(world, 'callback', 'resend', '--failed')).ok).toBe(true)
  await settleCards(world, orders)
  for (const passedMs of restsMs) {
    rig.pass(passedMs)
    await work(world)
    await mine(world, 2)
    await bankDay(world, 0)
  }
  await mine(world, 2)
  for (const order of orders) lapse(order, world.nowMs())
}

async function compare(world: OrderWorld, order: ModelOrder): Promise<void> {
  await expectTrue(world, order)
  const told = await tell(world, order)
  const about = [order.form, order.id, order.state]
  if (!order.isStopped) {
    const { status, money } = last(order)
    expect([...about, status]).toEqual([...about, expect.arrayContaining([told.at('status')])])
    expect([...about, money]).toEqual([...about, told.at('money.state')])
    if (order.deposits) await compareReturned(world, order, order.deposits)
    if (order.bank !== 'back' || order.state !== 'paid') await compareBooks(world, order)
  }
  await compareCoins(world, order, told)
  await compareNews(world, order, told)
}

/** The statuses in which an order may end, once everything has come to rest, and where the buyer's money has to be. */
function last(order: ModelOrder): { readonly status: readonly string[]; readonly money: string } {
  const { state, ending, dispute } = order
  const { isOwed, isBack } = whereabouts(order)
  if (state === 'paid') return { status: ['finished'], money: dispute === 'lost' ? 'returned' : 'taken' }
  if (isOwed)
    return { status: [state === 'ended' ? (ending ?? '') : 'auth_success', 'refunded'], money: 'owed' }
  if (state === 'returned' || isBack)
    return {
      status: ['refunded', ...(isAnotherCoin(order.deposits) ? [ending ?? ''] : [])],
      money: 'returned',
    }
  return { status: [ending ?? 'expired'], money: 'not_taken' }
}

function whereabouts({ deposits, transfers }: ModelOrder): {
  readonly isOwed: boolean
  readonly isBack: boolean
} {
  const isAt = (state: string) => transfers?.some((transfer) => transfer.state === state) ?? false
  return {
    isOwed: isAt('owed') || (deposits !== null && has(deposits, 'unwanted')),
    isBack: isAt('returned') || (deposits !== null && has(deposits, 'going_back')),
  }
}

/** No more orders than may were paid with less than the whole service fee. */
async function compareCoupon(world: OrderWorld, { orders }: Life): Promise<void> {
  const paid = orders.filter(({ form, state }) => form === 'coupon' && state === 'paid')
  const told = await Promise.all(paid.map((order) => tell(world, order)))
  const discounted = told.filter((each) => Number(each.at('service_fee_percent')) < WHOLE_FEE_PERCENT)
  expect(discounted.length).toBeLessThanOrEqual(COUPON_USES)
}

/** Nothing of an order's is left with the exchange. */
async function compareBooks({ rig }: OrderWorld, { form, id, orderId }: ModelOrder): Promise<void> {
  for (const asset of ['EUR', 'ETH', 'USDC', 'BTC']) {
    const left = await bookedOn(rig.query, `order:${orderId}`, asset, 'posted')
    expect([form, id, asset, left]).toEqual([form, id, asset, 0n])
  }
}

/** What was bought came to its wallet, once, or nothing did. */
async function compareCoins(world: OrderWorld, order: ModelOrder, told: Reply): Promise<void> {
  const { rig, chained } = world
  const { form, id, wallet, orderId } = order
  const isPaid = told.at('status') === 'finished'
  const paid = isPaid ? unitsOf(told.at('payout_amount')) : 0n
  if (wallet) {
    const held = unitsOf(await chained.held(wallet, form === 'deposit' ? 'USDC' : 'ETH'))
    expect([form, id, held]).toEqual([form, id, paid])
  }
  if (form === 'merchant' && isPaid) world.settledCents += unitsOf(told.at('child_payout_amount'))
  if (form !== 'to_network') return
  const sent = await rig.query<{ units: bigint }>(
    sql('select units from sandbox_transfer where payout_id = $1', `${orderId}-payout`),
  )
  expect([form, id, sent]).toEqual([form, id, isPaid ? [{ units: paid }] : []])
}

/** What its buyer had sent in vain is back, but for what the network took, and what is not is owed. */
async function compareReturned(
  { rig, chained }: OrderWorld,
  { id, orderId }: ModelOrder,
  deposits: ModelDeposits,
): Promise<void> {
  for (const coin of ['ETH', 'USDC']) {
    const owed = -(await bookedOn(rig.query, `owed:${orderId}`, coin, 'posted'))
    expect([id, coin, 'owed', owed]).toEqual([id, coin, 'owed', sumOf(deposits, 'unwanted', coin)])
    const back = deposits.refundWallet ? unitsOf(await chained.held(deposits.refundWallet, coin)) : 0n
    const sent = sumOf(deposits, 'going_back', coin)
    const transfers = deposits.arrivals.filter(
      ({ state, currency }) => state === 'going_back' && currency === coin,
    ).length
    const least = sent - BigInt(transfers) * (mostFee[coin] ?? 0n)
    expect([id, coin, 'back', back, back <= sent && back >= least]).toEqual([id, coin, 'back', back, true])
  }
}

/** Callbacks told every status that the order had, in their order, and none was taken twice by the receiver. */
async function compareNews(
  { rig, taken, kills }: OrderWorld,
  { id: name, orderId }: ModelOrder,
  told: Reply,
): Promise<void> {
  const news = await rig.query<{ id: string; state: string; body: string; tries: number }>(
    sql(
      'select id, state, body, due_attempts as tries from callback where order_id = $1 order by seq',
      orderId,
    ),
  )
  expect([name, ...news.map(({ state }) => state)]).toEqual([name, ...news.map(() => 'acknowledged')])
  const statuses = news.flatMap(({ body }) => Told.parse(JSON.parse(body)).client_order?.status ?? [])
  const story = statuses.filter((status, index) => status !== statuses[index - 1])
  expect([name, ...story]).toEqual([name, ...statusesIn(told.at('status_log'))])
  const often = news.map(({ id }) => taken.get(id) ?? 0)
  const isOnce = often.every((times) => times >= 1 && times <= 1 + kills)
  expect([name, often, news.map(({ tries }) => tries), isOnce]).toEqual([
    name,
    often,
    expect.any(Array),
    true,
  ])
}
