import { answerCall, type Answer } from '@cambio/server/cli/answerCall.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { statement as sql } from '@cambio/server/testing/postgres/testing.ts'
import type { DueWork } from '@cambio/server/work/due.ts'
import { expect } from 'vitest'
import { exchangeCommands } from '../../../src/cli/exchangeCommands.ts'
import { creditBalance } from '../../balance/balanceRig.ts'
import { openSepaRig, type SepaRig } from '../../bank/sepaRig.ts'
import { openDepositRig, type DepositRig } from '../../deposit/depositRig.ts'
import { commandDepsOf } from '../../operator/commandDepsOf.ts'
import { type Reply, type Rig } from '../../rig.ts'
import { faultyNode, type FaultyNode } from './faultyNode.ts'
import { freshWork } from './freshWork.ts'
import type { ModelBank } from './ModelBank.ts'
import { lapse, type Form, type ModelOrder } from './ModelOrder.ts'
import type { SpelledOrder } from './people.ts'

/** What a client has to begin with, and what one withdrawal takes of it, in minor units. */
const start: Readonly<Record<string, bigint>> = { ETH: 5n * 10n ** 17n, EUR: 9_000n }
export const withdrawn: Readonly<Record<string, bigint>> = { ETH: 10n ** 17n, EUR: 3_000n }
/** How often a coupon may be used. */
export const COUPON_USES = 2

/** One exchange with its chain, its bank, its network and its partner, in which orders live. */
export type OrderWorld = {
  readonly rig: Rig
  /** The exchange's rig with its chain. */
  readonly chained: DepositRig
  readonly sepa: SepaRig
  /** Everybody who lives in it at this time. */
  lives: readonly Life[]
  /** The orders of those who spell their mailboxes in many ways. */
  spelled: SpelledOrder[]
  /** Height of the chain. */
  height: number
  readonly node: FaultyNode
  /** What does what is due: the exchange, and another that starts anew now and then. */
  works: readonly DueWork[]
  /** How often they have done it. */
  worked: number
  readonly bank: ModelBank
  /** What the partner was credited for its merchant orders, USD cents. */
  settledCents: bigint
  /** How many processes have been killed, each of which may have told something without remembering it. */
  kills: number
  /** How often the receiver has taken each callback. */
  readonly taken: Map<string, number>
  readonly nowMs: () => number
}

/** A client and its orders, and what the model says of them. */
export type Life = {
  readonly name: string
  readonly email: string
  readonly clientId: string
  /** A coupon of its own. */
  readonly coupon: string
  readonly orders: ModelOrder[]
}

/** @param watched what the exchange has as its database, made of each of its pools; left out: the pool itself */
export async function openWorld(watched?: (pool: Database) => Database): Promise<OrderWorld> {
  const node = faultyNode()
  const chained = await openDepositRig({ reachedBy: (url) => node.open(url), ...(watched && { watched }) })
  const rig = { ...chained.exchangeRig, close: () => chained.close() }
  const sepa = await openSepaRig(rig)
  const nowMs = () => rig.exchange.clock.now().getTime()
  const world: OrderWorld = {
    rig,
    chained,
    sepa,
    node,
    works: [rig.work, freshWork(rig)],
    worked: 0,
    settledCents: 0n,
    kills: 0,
    bank: { cents: 0n, lines: 0, payments: new Map() },
    lives: [],
    spelled: [],
    height: 0,
    taken: new Map(),
    nowMs,
  }
  receive(world, 'there')
  expect((await command(world, 'partner', 'settle-to-balance', 'SHOP', '--reason', 'agreed')).ok).toBe(true)
  // What a partner is, is asked for once a while.
  rig.pass(60_000)
  return world
}

export async function openLife(world: OrderWorld, name: string): Promise<Life> {
  const { rig } = world
  const email = `${name}@example.com`
  const clientId = await registered(rig, name, email)
  for (const [asset, units] of Object.entries(start)) await creditBalance(rig, clientId, units, asset)
  return { name, email, clientId, coupon: await newCoupon(world, name), orders: [] }
}

/** A client that the partner has registered, who has shown all that can be asked for. */
async function registered({ partner, query }: Rig, name: string, email: string): Promise<string> {
  const named = { client_external_id: name, email, email_verified: 1, password: 'correct horse battery' }
  const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }
  const reply = await partner('POST', '/api/v2/partner/client/register', { ...named, ...origin })
  expect(reply.status).toBe(200)
  const [row] = await query<{ id: string }>(
    sql("update client set level = 'bank_statement' where email = $1 returning id", email),
  )
  return row?.id ?? ''
}

async function newCoupon(world: OrderWorld, name: string): Promise<string> {
  const code = `HALF-${name}`
  const terms = ['--off', '50', '--uses', String(COUPON_USES), '--until', '2099-01-01T00:00:00Z']
  const { ok, output } = await command(world, 'coupon', 'create', code, '--partner', 'SHOP', ...terms)
  expect([ok, output]).toEqual([true, output])
  return code
}

/** Has the receiver take callbacks while it is there, and counts those that it took; one that is gone wants none. */
export function receive({ rig, taken }: OrderWorld, how: 'there' | 'away' | 'gone'): void {
  rig.receiverAnswers(({ id }) => {
    if (how === 'gone') return { is: 'gone' }
    if (how === 'away') return { is: 'failed', why: 'The connection failed' }
    taken.set(id, (taken.get(id) ?? 0) + 1)
    return { is: 'acknowledged', status: 200 }
  })
}

/** Lets the exchange do what is due, as two processes would: nothing may come of that which one would not have done. */
export async function work(world: OrderWorld): Promise<void> {
  await Promise.all(world.works.map((each) => each.tick()))
  world.worked += 1
}

/** What the operator says. */
export function command({ rig }: OrderWorld, ...words: readonly string[]): Promise<Answer> {
  return answerCall(exchangeCommands, [...words], (run) => run(commandDepsOf(rig.exchange)))
}

/** An order as its partner is told it. */
export function tell({ rig }: OrderWorld, { id }: Pick<ModelOrder, 'id'>): Promise<Reply> {
  return rig.partner('GET', `/api/v2/partner/order/${id}`)
}

/**
 * What the client can spend by the model: what it began with, and what came, without what is reserved or left.
 * @param answers orders as their partner was told them just now; what is not among them is asked for
 */
export async function modelBalance(
  world: OrderWorld,
  life: Life,
  asset: string,
  answers: ReadonlyMap<ModelOrder, Reply> = new Map(),
): Promise<bigint> {
  let balance = start[asset] ?? 0n
  for (const order of life.orders) {
    lapse(order, world.nowMs())
    const isSpent = order.state !== 'ended' && order.state !== 'returned'
    if (order.form === spentBy[asset] && isSpent) balance -= withdrawn[asset] ?? 0n
    if (order.form === broughtBy[asset]) balance += toppedUp(answers.get(order) ?? (await tell(world, order)))
  }
  return balance
}

const spentBy: Readonly<Record<string, Form>> = { ETH: 'withdrawal', EUR: 'to_bank' }
const broughtBy: Readonly<Record<string, Form>> = { ETH: 'top_up', EUR: 'deposit_up' }

/** How often a life's coupon is used or held at most: money that goes back may free it. */
export function couponUses({ orders }: Life): number {
  return orders.filter(({ form, state }) => form === 'coupon' && state !== 'waiting' && state !== 'ended')
    .length
}

/** What a top-up has brought so far. */
function toppedUp(answer: Reply): bigint {
  return answer.at('status') === 'finished' ? unitsOf(answer.at('payout_amount')) : 0n
}

/** An amount of the wire in minor units. */
export function unitsOf(amount: unknown): bigint {
  return BigInt(String(amount).replace('.', ''))
}

export async function platformIdOf({ rig }: OrderWorld, { orderId }: ModelOrder): Promise<string> {
  return (await rig.attempts(orderId)).at(-1)?.platformOrderId ?? ''
}
