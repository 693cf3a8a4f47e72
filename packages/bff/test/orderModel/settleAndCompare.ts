import { balanceOf as bookedOn, imbalances } from '@cambio/server/postgres/Ledger.ts'
import { statement as sql } from '@cambio/server/postgres/testing.ts'
import { expect } from 'vitest'
import { expectTrue } from './expectTrue.ts'
import { has, sumOf, type ModelDeposits } from './ModelDeposits.ts'
import { lapse, type ModelOrder } from './ModelOrder.ts'
import { modelBalance, receive, tell, unitsOf, work, type OrderWorld } from './OrderWorld.ts'
import { settleCards } from './steps/cardSteps.ts'
import { mine } from './worldSteps.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** What the network takes of one transfer that goes back, at most, in units of each coin. */
const mostFee: Readonly<Record<string, bigint>> = { ETH: 400_000_000_000_000n, USDC: 1_000_000n }

/** Lets everything come to rest, and holds it against the model. */
export async function settleAndCompare(world: OrderWorld): Promise<void> {
  const { rig, lives } = world
  rig.payoutsMeet(undefined)
  receive(world, () => true)
  const orders = lives.flatMap((life) => life.orders)
  await settleCards(world, orders)
  for (const passedMs of [
    0,
    MINUTE_MS,
    MINUTE_MS,
    21 * MINUTE_MS,
    HOUR_MS,
    5 * HOUR_MS,
    96 * HOUR_MS,
    24 * HOUR_MS,
  ]) {
    rig.pass(passedMs)
    await work(world)
    await mine(world, 2)
  }
  await mine(world, 2)
  for (const order of orders) lapse(order, world.nowMs())
  expect(await imbalances(rig.query)).toEqual([])
  expect(await world.chained.call('chain', 'reconcile')).toMatchObject({ ok: true, said: { agrees: true } })
  for (const life of lives) {
    for (const order of life.orders) await compare(world, order)
    const balance = -(await bookedOn(rig.query, `balance:client:${life.clientId}`, 'ETH', 'posted'))
    expect([life.name, balance]).toEqual([life.name, await modelBalance(world, life)])
  }
}

async function compare(world: OrderWorld, order: ModelOrder): Promise<void> {
  const { rig } = world
  await expectTrue(world, order)
  const told = await tell(world, order)
  const about = [order.form, order.id, order.state]
  expect([...about, told.at('status')]).toEqual([...about, lastStatus(order)])
  expect([...about, lastMoney(order)]).toEqual([...about, expect.arrayContaining([told.at('money.state')])])
  await compareCoins(world, order, told.at('payout_amount'))
  if (order.deposits) await compareReturned(world, order, order.deposits)
  for (const asset of ['EUR', 'ETH', 'USDC', 'BTC'])
    expect([...about, asset, await bookedOn(rig.query, `order:${order.orderId}`, asset, 'posted')]).toEqual([
      ...about,
      asset,
      0n,
    ])
  await compareNews(world, order, String(told.at('status')))
}

/** The status in which an order has to end, once everything has come to rest. */
function lastStatus({ state, ending, deposits }: ModelOrder): string {
  if (state === 'paid') return 'finished'
  if (state === 'returned') return 'refunded'
  const isBack = deposits !== null && has(deposits, 'going_back') && !has(deposits, 'unwanted')
  if (isBack) return 'refunded'
  return state === 'unwanted' ? 'auth_success' : (ending ?? 'expired')
}

/** Where the buyer's money has to be then. */
function lastMoney({ state, deposits }: ModelOrder): readonly string[] {
  if (state === 'paid') return ['taken']
  if (deposits)
    return [has(deposits, 'unwanted') ? 'owed' : has(deposits, 'going_back') ? 'returned' : 'not_taken']
  return state === 'returned' ? ['returned'] : ['not_taken', 'returned']
}

/** What was bought came to its wallet, once, or nothing did. */
async function compareCoins({ rig, chained }: OrderWorld, order: ModelOrder, amount: unknown): Promise<void> {
  const { form, id, wallet, orderId, state } = order
  const currency = form === 'deposit' ? 'USDC' : 'ETH'
  const paid = state === 'paid' ? unitsOf(amount) : 0n
  if (wallet) expect([form, id, unitsOf(await chained.held(wallet, currency))]).toEqual([form, id, paid])
  if (form !== 'to_network') return
  const sent = await rig.query<{ units: bigint }>(
    sql('select units from sandbox_transfer where payout_id = $1', `${orderId}-payout`),
  )
  expect([form, id, sent]).toEqual([form, id, paid > 0n ? [{ units: paid }] : []])
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

/** Every status was told once it could be, the last one last, and none was taken twice by the receiver. */
async function compareNews(
  { rig, taken }: OrderWorld,
  { orderId }: ModelOrder,
  status: string,
): Promise<void> {
  const news = await rig.query<{ id: string; state: string; body: string }>(
    sql('select id, state, body from callback where order_id = $1 order by seq', orderId),
  )
  expect(news.map(({ state }) => state)).toEqual(news.map(() => 'acknowledged'))
  expect(news.at(-1)?.body).toContain(`"status":"${status}"`)
  expect(news.map(({ id }) => taken.get(id))).toEqual(news.map(() => 1))
}
