import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { orderLeftovers } from '../../../src/store/ledger/orderLeftovers.ts'
import type { Reply } from '../../rig.ts'
import { bankDay } from './bankDay.ts'
import { expectTrue, statusesIn } from './expectTrue.ts'
import { readFindings, type Findings } from './Findings.ts'
import { has, isAnotherCoin, sumOf, type ModelDeposits } from './ModelDeposits.ts'
import { lapse, type ModelOrder } from './ModelOrder.ts'
import {
  command,
  COUPON_USES,
  modelBalance,
  receive,
  unitsOf,
  work,
  type Life,
  type OrderWorld,
} from './OrderWorld.ts'
import { settlePeople } from './people.ts'
import { settleCards } from './steps/cardSteps.ts'
import { mine } from './worldSteps.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const restsMs = [0, MINUTE_MS, 21 * MINUTE_MS, HOUR_MS, 30 * HOUR_MS, 96 * HOUR_MS, 48 * HOUR_MS]
/** What the network takes of one transfer that goes back, at most, in units of each coin. */
const WHOLE_FEE_PERCENT = 2.9
/** What of a callback is compared; one with a code tells of no status. */
const CallbackBody = z.object({ client_order: z.optional(z.object({ status: z.string() })) })
const mostFee: Readonly<Record<string, bigint>> = { ETH: 400_000_000_000_000n, USDC: 1_000_000n }

/** Lets everything come to rest, and holds it against the model. */
export async function settleAndCompare(world: OrderWorld): Promise<void> {
  const { rig, chained, lives } = world
  await settlePeople(world)
  await rest(world)
  expect(await imbalances(rig.query)).toEqual([])
  expect(await orderLeftovers(rig.query)).toEqual([])
  expect(await chained.call('chain', 'reconcile')).toMatchObject({ ok: true, result: { agrees: true } })
  const orders = lives.flatMap((life) => life.orders)
  const findings = await readFindings(world, orders)
  expect(findings.booked('bank', 'EUR')).toBe(world.bank.cents)
  const answers = new Map<ModelOrder, Reply>()
  for (const order of orders) answers.set(order, await compare(world, order, findings))
  for (const life of lives) {
    compareCoupon(life, answers)
    for (const asset of ['ETH', 'EUR']) {
      const balance = -findings.booked(`balance:client:${life.clientId}`, asset)
      const expected = await modelBalance(world, life, asset, answers)
      expect([life.name, asset, balance]).toEqual([life.name, asset, expected])
    }
  }
  const settled = (await rig.partner('GET', '/api/v2/partner/balance/USD')).at('amount')
  expect(['settled', unitsOf(settled)]).toEqual(['settled', world.settledCents])
}

async function rest(world: OrderWorld): Promise<void> {
  const { rig, lives } = world
  const orders = lives.flatMap((life) => life.orders)
  await mend(world)
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

/** Everybody is there again, and what failed meanwhile is done once more. */
export async function mend(world: OrderWorld): Promise<void> {
  world.node.fault = undefined
  world.rig.payoutsMeet(undefined)
  receive(world, 'there')
  expect((await command(world, 'callback', 'resend', '--failed')).ok).toBe(true)
}

/** @returns the order, as its partner is told it */
async function compare(world: OrderWorld, order: ModelOrder, findings: Findings): Promise<Reply> {
  const answer = await expectTrue(world, order)
  const about = [order.form, order.id, order.state]
  if (!order.isStopped) {
    const { status, money } = last(order)
    expect([...about, status]).toEqual([...about, expect.arrayContaining([answer.at('status')])])
    expect([...about, money]).toEqual([...about, answer.at('money.state')])
    if (order.deposits) compareReturned(order, order.deposits, answer, findings)
    if (order.bank !== 'back' || order.state !== 'paid') compareBooks(order, findings)
  }
  compareCoins(world, order, answer, findings)
  compareCallbacks(world, order, answer, findings)
  return answer
}

/** The statuses in which an order may end, once everything has come to rest, and where the buyer's money has to be. */
function last(order: ModelOrder): { readonly status: readonly string[]; readonly money: string } {
  const { state, ending, dispute } = order
  const { isOwed, isBack } = whereabouts(order)
  if (state === 'paid') {
    const money = dispute === 'lost' ? 'returned' : isOwed ? 'owed' : 'taken'
    return { status: ['finished'], money }
  }
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
function compareCoupon({ orders }: Life, answers: ReadonlyMap<ModelOrder, Reply>): void {
  const paid = orders.filter(({ form, state }) => form === 'coupon' && state === 'paid')
  const discounted = paid.filter(
    (order) => Number(answers.get(order)?.at('service_fee_percent')) < WHOLE_FEE_PERCENT,
  )
  expect(discounted.length).toBeLessThanOrEqual(COUPON_USES)
}

/** Nothing of an order's is left with the exchange. */
function compareBooks({ form, id, orderId }: ModelOrder, { booked }: Findings): void {
  for (const asset of ['EUR', 'ETH', 'USDC', 'BTC']) {
    const left = booked(`order:${orderId}`, asset)
    expect([form, id, asset, left]).toEqual([form, id, asset, 0n])
  }
}

/** What was bought came to its wallet, once, or nothing did. */
function compareCoins(world: OrderWorld, order: ModelOrder, answer: Reply, findings: Findings): void {
  const { form, id, wallet } = order
  const isPaid = answer.at('status') === 'finished'
  const paid = isPaid ? unitsOf(answer.at('payout_amount')) : 0n
  if (wallet) {
    const held = findings.held(wallet, form === 'deposit' ? 'USDC' : 'ETH')
    expect([form, id, held]).toEqual([form, id, paid])
  }
  if (form === 'merchant' && isPaid) world.settledCents += unitsOf(answer.at('child_payout_amount'))
  if (form === 'to_network')
    expect([form, id, findings.sent(order)]).toEqual([form, id, isPaid ? [paid] : []])
}

/**
 * What its buyer had sent in vain is back, but for what the network took, and what is not is owed. Its partner is told
 * what really came back.
 */
function compareReturned(
  { id, orderId }: ModelOrder,
  deposits: ModelDeposits,
  answer: Reply,
  findings: Findings,
): void {
  for (const coin of ['ETH', 'USDC']) {
    const owed = -findings.booked(`owed:${orderId}`, coin)
    expect([id, coin, 'owed', owed]).toEqual([id, coin, 'owed', sumOf(deposits, 'unwanted', coin)])
    const back = deposits.refundWallet ? findings.held(deposits.refundWallet, coin) : 0n
    const sent = sumOf(deposits, 'going_back', coin)
    const transfers = deposits.arrivals.filter(
      ({ state, currency }) => state === 'going_back' && currency === coin,
    ).length
    const least = sent - BigInt(transfers) * (mostFee[coin] ?? 0n)
    expect([id, coin, 'back', back, back <= sent && back >= least]).toEqual([id, coin, 'back', back, true])
    if (answer.at('money.state') === 'returned' && answer.at('money.currency') === coin)
      expect([id, coin, 'told', unitsOf(answer.at('money.amount'))]).toEqual([id, coin, 'told', back])
  }
}

/**
 * Callbacks told every status that the order had, in their order, and none was taken twice by the receiver. Declined
 * attempts stand in the feed and were sent to nobody: this partner has not asked for them.
 */
function compareCallbacks(world: OrderWorld, order: ModelOrder, answer: Reply, findings: Findings): void {
  const { taken, kills } = world
  const name = order.id
  const all = findings.callbacks(order)
  const callbacks = all.filter(({ state }) => state !== 'feed_only')
  for (const { id, body } of all.filter(({ state }) => state === 'feed_only'))
    expect([name, JSON.parse(body), taken.get(id)]).toMatchObject([
      name,
      { type: 'attempt_declined' },
      undefined,
    ])
  expect([name, ...callbacks.map(({ state }) => state)]).toEqual([
    name,
    ...callbacks.map(() => 'acknowledged'),
  ])
  const statuses = callbacks.flatMap(
    ({ body }) => CallbackBody.parse(JSON.parse(body)).client_order?.status ?? [],
  )
  const story = statuses.filter((status, index) => status !== statuses[index - 1])
  expect([name, ...story]).toEqual([name, ...statusesIn(answer.at('status_log'))])
  const often = callbacks.map(({ id }) => taken.get(id) ?? 0)
  const isOnce = often.every((times) => times >= 1 && times <= 1 + kills)
  expect([name, often, callbacks.map(({ tries }) => tries), isOnce]).toEqual([
    name,
    often,
    expect.any(Array),
    true,
  ])
}
