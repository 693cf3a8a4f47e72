import { expect } from 'vitest'
import { freshWallet } from '../../../deposit/depositRig.ts'
import { has, isAbove, isInBounds, unwanted, type Arrival } from '../ModelDeposits.ts'
import { depositForms, lapsesAtMs, type ModelOrder } from '../ModelOrder.ts'
import { tell, unitsOf, work, type OrderWorld } from '../OrderWorld.ts'
import { enter } from './enter.ts'
import { ASKED } from './place.ts'
import { among, at, type Step } from './Step.ts'

const SIGHT_MS = 1_000
/** What is sent to an order's address: what was asked for, too little, within its bounds, far too much, another coin. */
const payments = [
  { currency: 'ETH', amount: ASKED },
  { currency: 'ETH', amount: '0.0025' },
  { currency: 'ETH', amount: ASKED },
  { currency: 'ETH', amount: '0.02' },
  { currency: 'ETH', amount: '0.08' },
  { currency: 'USDC', amount: '70' },
  { currency: 'ETH', amount: '10' },
] as const

/** Coins are sent to an order's address, and may be seen waiting for a block. */
export const pay: Step = async (world, life, { who, other }) => {
  const order = among(life, who, depositForms)
  const payment = at(payments, other)
  if (!order?.deposits || !payment || isAboutToLapse(order, world.nowMs())) return order
  const { currency, amount } = payment
  await world.chained.pay(order.deposits.address, amount, currency)
  const isLookedFor = other % 3 === 0
  const units = unitsIn(amount, currency)
  order.deposits.arrivals.push({ currency, units, block: null, isLookedFor, state: 'seen' })
  if (isLookedFor) await lookAtChain(world)
  return order
}

async function lookAtChain(world: OrderWorld): Promise<void> {
  world.rig.pass(SIGHT_MS)
  await work(world)
}

function isAboutToLapse(order: ModelOrder, nowMs: number): boolean {
  return nowMs <= lapsesAtMs(order) && nowMs + SIGHT_MS >= lapsesAtMs(order)
}

function unitsIn(amount: string, currency: 'ETH' | 'USDC'): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(currency === 'ETH' ? 18 : 6, '0'))
}

/** The buyer says where coins go that the order does not want, with the code that was mailed for it. */
export const nameWallet: Step = async (world, life, { who }) => {
  const order = among(life, who, depositForms)
  const { deposits } = order ?? {}
  // Of an order whose coins a reorganisation took away, the operator decides first.
  if (!order || !deposits || order.isStopped) return order
  const isAsked = has(deposits, 'unwanted') && deposits.refundWallet === null
  const { path, session } = (order.entry ??= await enter(world, life, order))
  const mailed = await world.rig.widget('POST', `${path}/refund/code`, {}, session)
  const code = isAsked ? String(mailed.at('sandbox_code')) : '000000'
  const given = { address: freshWallet(), code }
  const reply = await world.rig.widget('PUT', `${path}/refund/address`, given, session)
  expect([order.id, reply.status, isAsked ? reply.at('detail') : undefined]).toEqual([
    order.id,
    isAsked ? 200 : 409,
    undefined,
  ])
  if (!isAsked) return order
  deposits.refundWallet = given.address
  unwanted(
    deposits,
    deposits.arrivals.filter(({ state }) => state === 'unwanted'),
  )
  return order
}

/** How deep a block has to be for what is in it to count, its own height counted. */
const CONFIRMATIONS = 2

/** The model's word on what is final now, and what each order has to have made of it. */
export async function countArrivals(world: OrderWorld): Promise<void> {
  for (const order of world.lives.flatMap(({ orders }) => orders)) {
    const { deposits } = order
    if (!deposits) continue
    const final = deposits.arrivals.filter(
      ({ state, block }) => state === 'seen' && block !== null && world.height - block + 1 >= CONFIRMATIONS,
    )
    if (final.length > 0) await count(world, order, final)
  }
}

async function count(world: OrderWorld, order: ModelOrder, final: readonly Arrival[]): Promise<void> {
  const { deposits } = order
  if (!deposits) return
  const own = final.filter(({ currency }) => currency === deposits.coin)
  unwanted(
    deposits,
    final.filter((arrival) => !own.includes(arrival)),
  )
  if (order.state !== 'waiting' || order.isStopped) return unwanted(deposits, own)
  const before = deposits.arrivals.filter(({ state }) => state === 'kept')
  for (const arrival of own) arrival.state = 'kept'
  const bought = await boughtWith(world, order, before, own)
  if (bought) {
    for (const arrival of bought) arrival.state = 'bought'
    unwanted(
      deposits,
      own.filter(({ state }) => state === 'kept'),
    )
    order.state = 'paid'
  } else if (isAbove(sum([...before, ...own]))) {
    unwanted(deposits, [...before, ...own])
    order.state = 'unwanted'
  }
}

/** What the order has bought with: as much as had come when it first was within bounds, or came with that. */
async function boughtWith(
  world: OrderWorld,
  order: ModelOrder,
  before: readonly Arrival[],
  own: readonly Arrival[],
): Promise<readonly Arrival[] | undefined> {
  const shown = await tell(world, order)
  const paid = unitsOf(shown.at('payin_amount'))
  const first = own.map((_, index) => [...before, ...own.slice(0, index + 1)])
  const possible = first.filter((arrivals) => isInBounds(sum(arrivals)))
  const isPaid = ['processing_payout', 'finished'].includes(String(shown.at('status')))
  const found = isPaid ? possible.find((arrivals) => sum(arrivals) === paid) : undefined
  const isDue = isInBounds(sum([...before, ...own]))
  expect([order.id, 'has bought', isPaid, paid, possible.map(sum)]).toEqual([
    order.id,
    'has bought',
    found !== undefined || isDue,
    found ? sum(found) : paid,
    possible.map(sum),
  ])
  return found
}

function sum(arrivals: readonly Arrival[]): bigint {
  return arrivals.reduce((total, { units }) => total + units, 0n)
}
