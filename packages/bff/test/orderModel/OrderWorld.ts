import { answerCall, type Answer } from '@cambio/server/cli/answerCall.ts'
import { statement as sql } from '@cambio/server/postgres/testing.ts'
import { exchangeCommands } from '../../src/cli/exchangeCommands.ts'
import { credited, registered } from '../balanceRig.ts'
import { openDepositRig, type DepositRig } from '../depositRig.ts'
import { commandDepsOf, type Reply, type Rig } from '../rig.ts'
import { openSepaRig, type SepaRig } from '../sepaRig.ts'
import { lapse, type ModelOrder } from './ModelOrder.ts'

/** What a client has to begin with, and what one withdrawal takes of it, in units of ETH. */
const START = 5n * 10n ** 17n
export const WITHDRAWN = 10n ** 17n

/** One exchange with its chain, its bank, its network and its partner, in which orders live. */
export type OrderWorld = {
  readonly rig: Rig
  /** The same, beside its chain. */
  readonly chained: DepositRig
  readonly sepa: SepaRig
  /** Everybody who lives in it at this time. */
  lives: readonly Life[]
  /** Height of the chain. */
  height: number
  /** How often the receiver has taken each callback. */
  readonly taken: Map<string, number>
  readonly nowMs: () => number
}

/** A client and its orders, and what the model says of them. */
export type Life = {
  readonly name: string
  readonly email: string
  readonly clientId: string
  readonly session: string
  readonly orders: ModelOrder[]
}

export async function openWorld(): Promise<OrderWorld> {
  const chained = await openDepositRig()
  const rig = { ...chained.exchangeRig, close: () => chained.close() }
  const sepa = await openSepaRig(rig)
  const nowMs = () => rig.exchange.clock.now().getTime()
  const world: OrderWorld = { rig, chained, sepa, lives: [], height: 0, taken: new Map(), nowMs }
  receive(world, () => true)
  return world
}

export async function openLife({ rig }: OrderWorld, name: string): Promise<Life> {
  const { email, id: clientId, session } = await registered(rig, name)
  await rig.query(sql("update client set level = 'bank_statement' where id = $1", clientId))
  await credited(rig, clientId, START)
  return { name, email, clientId, session, orders: [] }
}

/** Has the receiver take callbacks as long as it is there, and counts those that it took. */
export function receive({ rig, taken }: OrderWorld, isThere: () => boolean): void {
  rig.receiverAnswers(({ id }) => {
    if (!isThere()) return { is: 'failed', why: 'The connection failed' }
    taken.set(id, (taken.get(id) ?? 0) + 1)
    return { is: 'acknowledged', status: 200 }
  })
}

/** Lets the exchange do what is due, as two processes would: nothing may come of that which one would not have done. */
export async function work({ rig }: OrderWorld): Promise<void> {
  await Promise.all([rig.work.tick(), rig.work.tick()])
}

/** What the operator says. */
export function command({ rig }: OrderWorld, ...words: readonly string[]): Promise<Answer> {
  return answerCall(exchangeCommands, [...words], (run) => run(commandDepsOf(rig.exchange)))
}

/** An order as its partner is told it. */
export function tell({ rig }: OrderWorld, { id }: Pick<ModelOrder, 'id'>): Promise<Reply> {
  return rig.partner('GET', `/api/v2/partner/order/${id}`)
}

/** What the client can spend by the model: what it began with, and what came, without what is reserved or left. */
export async function modelBalance(world: OrderWorld, life: Life): Promise<bigint> {
  let balance = START
  for (const order of life.orders) {
    lapse(order, world.nowMs())
    if (order.form === 'withdrawal') balance -= order.state === 'ended' ? 0n : WITHDRAWN
    if (order.form === 'top_up' && order.state === 'paid') balance += await toppedUp(world, order)
  }
  return balance
}

/** What a top-up has brought so far. */
async function toppedUp(world: OrderWorld, order: ModelOrder): Promise<bigint> {
  const told = await tell(world, order)
  return told.at('status') === 'finished' ? unitsOf(told.at('payout_amount')) : 0n
}

/** An amount of the wire in minor units. */
export function unitsOf(amount: unknown): bigint {
  return BigInt(String(amount).replace('.', ''))
}

export async function platformIdOf({ rig }: OrderWorld, { orderId }: ModelOrder): Promise<string> {
  return (await rig.attempts(orderId)).at(-1)?.platformOrderId ?? ''
}
