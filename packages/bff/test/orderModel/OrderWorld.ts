import { balanceOf as bookedOn, imbalances } from '@cambio/server/postgres/Ledger.ts'
import { statement as sql } from '@cambio/server/postgres/testing.ts'
import { expect } from 'vitest'
import { credited, registered } from '../balanceRig.ts'
import type { Rig } from '../rig.ts'
import type { SepaRig } from '../sepaRig.ts'
import { lapse, lastMoney, lastStatus, type ModelOrder } from './ModelOrder.ts'

/** What a client has to begin with, and what one withdrawal takes of it, in units of ETH. */
const START = 5n * 10n ** 17n
export const WITHDRAWN = 10n ** 17n

/** One sequence's part of an exchange: a client, its orders, and what the model says of them. */
export type OrderWorld = {
  readonly rig: Rig
  readonly sepa: SepaRig
  readonly name: string
  readonly email: string
  readonly clientId: string
  readonly session: string
  readonly orders: ModelOrder[]
  /** How often the receiver has taken each callback. */
  readonly taken: Map<string, number>
  readonly nowMs: () => number
}

export async function openWorld(sepa: SepaRig, name: string): Promise<OrderWorld> {
  const { rig } = sepa
  rig.payoutsMeet(undefined)
  const client = await registered(rig, name)
  await rig.query(sql("update client set level = 'bank_statement' where id = $1", client.id))
  await credited(rig, client.id, START)
  const { email, id: clientId, session } = client
  const nowMs = () => rig.exchange.clock.now().getTime()
  const world: OrderWorld = { rig, sepa, name, email, clientId, session, orders: [], taken: new Map(), nowMs }
  receive(world, () => true)
  return world
}

/** Has the receiver take callbacks as long as it is there, and counts those that it took. */
export function receive({ rig, taken }: OrderWorld, isThere: () => boolean): void {
  rig.receiverAnswers(({ id }) => {
    if (!isThere()) return { is: 'failed', why: 'The connection failed' }
    taken.set(id, (taken.get(id) ?? 0) + 1)
    return { is: 'acknowledged', status: 200 }
  })
}

/** What the client can spend by the model: what it began with, and what came, without what is reserved or left. */
export function modelBalance({ orders, nowMs }: OrderWorld, toppedUp: ReadonlyMap<string, bigint>): bigint {
  return orders.reduce((balance, order) => {
    lapse(order, nowMs())
    if (order.form === 'withdrawal') return order.state === 'ended' ? balance : balance - WITHDRAWN
    return balance + (toppedUp.get(order.id) ?? 0n)
  }, START)
}

/** Lets the exchange do what is due, as two processes would: nothing may come of that which one would not have done. */
export async function work({ rig }: OrderWorld): Promise<void> {
  await Promise.all([rig.work.tick(), rig.work.tick()])
}

/** Lets everything come to rest, and holds it against the model. */
export async function settleAndCompare(world: OrderWorld): Promise<void> {
  const { rig, orders } = world
  rig.payoutsMeet(undefined)
  receive(world, () => true)
  for (const order of orders)
    if (order.state === 'charged') {
      rig.card.becomes(await platformIdOf(world, order), 'settled')
      order.state = 'paid'
    }
  for (const passedMs of [
    0,
    60_000,
    60_000,
    11 * 60_000,
    61 * 60_000,
    5 * 60 * 60_000,
    4 * 86_400_000,
    86_400_000,
  ]) {
    rig.pass(passedMs)
    await work(world)
  }
  for (const order of orders) lapse(order, world.nowMs())
  expect(await imbalances(rig.query)).toEqual([])
  const toppedUp = new Map<string, bigint>()
  for (const order of orders) await compare(world, order, toppedUp)
  const balance = -(await bookedOn(rig.query, `balance:client:${world.clientId}`, 'ETH', 'posted'))
  expect(balance).toBe(modelBalance(world, toppedUp))
}

async function compare(world: OrderWorld, order: ModelOrder, toppedUp: Map<string, bigint>): Promise<void> {
  const { rig } = world
  const told = await rig.partner('GET', `/api/v2/partner/order/${order.id}`)
  const about = [order.form, order.id]
  expect([...about, told.at('status')]).toEqual([...about, lastStatus(order)])
  expect([...about, lastMoney(order)]).toEqual([...about, expect.arrayContaining([told.at('money.state')])])
  const [sent] = await rig.query<{ times: bigint }>(
    sql('select count(*) as times from sandbox_transfer where payout_id = $1', `${order.orderId}-payout`),
  )
  const leaves = order.state === 'paid' && order.form !== 'top_up' && order.form !== 'merchant'
  expect([...about, sent?.times]).toEqual([...about, leaves ? 1n : 0n])
  for (const asset of ['EUR', 'ETH'])
    expect([...about, asset, await bookedOn(rig.query, `order:${order.orderId}`, asset, 'posted')]).toEqual([
      ...about,
      asset,
      0n,
    ])
  if (order.form === 'top_up' && order.state === 'paid')
    toppedUp.set(order.id, BigInt(String(told.at('payout_amount')).replace('.', '')))
  await compareNews(world, order, String(told.at('status')))
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

export async function platformIdOf({ rig }: OrderWorld, { orderId }: ModelOrder): Promise<string> {
  return (await rig.attempts(orderId)).at(-1)?.platformOrderId ?? ''
}
