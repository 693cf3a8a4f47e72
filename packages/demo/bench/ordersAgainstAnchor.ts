import { createAtPace, createFor, type Account, type Created } from '../load/orderTraffic.ts'
import { processorMs, serverMs } from '../load/processorTime.ts'
import { requestAnswer, type Program } from '../load/startProgram.ts'
import { cleanUp } from './cleanUp.ts'
import { interleaved, median, ratio, type Line } from './rounds.ts'

const ROUNDS = 8
const MS = 1_000
/** Two statuses come with a new order, each with a callback. */
const CALLBACKS_AN_ORDER = 2
const PACED_SECONDS = 10
/** As long as the database still cleans up after orders that came as fast as they could. */
const SETTLING_SECONDS = 5

/** What is driven: the exchange with a partner that wants callbacks and one that does not, the anchor, the receiver. */
type Driven = {
  readonly url: string
  readonly silent: Account
  readonly hearing: Account
  readonly anchor: Program
  readonly receiver: Program
  readonly exchange: Program
  readonly postmaster: number
  readonly superuserUrl: string
}

/** Orders beside the anchor's transactions of the same moment, with and without their callbacks delivered. */
export async function ordersAgainstAnchor(driven: Driven): Promise<readonly Line[]> {
  const costs: Costs = { exchange: [], database: [] }
  const transacting = (callers: number) => async () =>
    Number(await requestAnswer(driven.anchor, { callers, ms: MS }))
  const silently = (callers: number) => () => creating(driven, costs, { callers, hears: false })
  const withCallbacks = (callers: number) => () => creating(driven, costs, { callers, hears: true })
  const rates = await interleaved(
    {
      anchor8: transacting(8),
      silent8: silently(8),
      callbacks8: withCallbacks(8),
      anchor32: transacting(32),
      silent32: silently(32),
      callbacks32: withCallbacks(32),
    },
    ROUNDS,
  )
  await cleanUp(driven.superuserUrl)
  const slow = await waits(driven, 50)
  const fast = await waits(driven, 100)
  return [
    ['orders ÷ TPC-B-like, 8 callers', ratio(rates.silent8, rates.anchor8), 'at least 0.40'],
    ['orders ÷ TPC-B-like, 32 callers', ratio(rates.silent32, rates.anchor32), 'at least 0.40'],
    ['… with callbacks delivered, 8 callers', ratio(rates.callbacks8, rates.anchor8), 'at least 0.25'],
    ['… with callbacks delivered, 32 callers', ratio(rates.callbacks32, rates.anchor32), 'at least 0.25'],
    ['an order with callbacks, exchange', `${median(costs.exchange).toFixed(2)} ms`, 'at most 1'],
    ['an order with callbacks, PostgreSQL', `${median(costs.database).toFixed(2)} ms`, 'at most 1'],
    ['create at 100/s', `p50 ${at(fast.create, 0.5)}, p99 ${at(fast.create, 0.99)} ms`, 'p99 at most 20'],
    [
      'answer to first callback at 50/s',
      `p50 ${at(slow.callbackMs, 0.5)}, p99 ${at(slow.callbackMs, 0.99)} ms`,
      '5 and 50',
    ],
  ]
}

/** Milliseconds of processor time an order took, round by round. */
type Costs = { readonly exchange: number[]; readonly database: number[] }

/** Orders a second, until the last callback of them has come where their partner hears. */
async function creating(
  driven: Driven,
  costs: Costs,
  { callers, hears }: { callers: number; hears: boolean },
): Promise<number> {
  const account = hears ? driven.hearing : driven.silent
  const before = [await processorMs(driven.exchange.pid), await serverMs(driven.postmaster)] as const
  const receivedBefore = Number(await requestAnswer(driven.receiver, { wait: 0 }))
  const started = performance.now()
  const done = await createFor(driven.url, account, { callers, ms: MS })
  if (hears) await requestAnswer(driven.receiver, { wait: receivedBefore + done * CALLBACKS_AN_ORDER })
  const rate = done / ((performance.now() - started) / 1_000)
  if (hears) {
    costs.exchange.push(((await processorMs(driven.exchange.pid)) - before[0]) / done)
    costs.database.push(((await serverMs(driven.postmaster)) - before[1]) / done)
  }
  return rate
}

/** How long orders at a steady pace waited for their answer, and their partner for the first callback after it. */
async function waits(driven: Driven, perSecond: number): Promise<{ create: number[]; callbackMs: number[] }> {
  await atPace(driven, { perSecond, seconds: SETTLING_SECONDS })
  await requestAnswer(driven.receiver, { firsts: true })
  const created = await atPace(driven, { perSecond, seconds: PACED_SECONDS })
  const firsts = (await requestAnswer(driven.receiver, { firsts: true })) as Readonly<Record<string, string>>
  return {
    create: created.map(({ ms }) => ms),
    // One that came before the answer has not been waited for.
    callbackMs: created.map(({ id, answeredAt }) =>
      Math.max(0, Number(BigInt(firsts[id] ?? 'nothing') - answeredAt) / 1e6),
    ),
  }
}

/** Creates orders at a pace, and waits until the last callback of them has come. */
async function atPace(
  { url, hearing, receiver }: Driven,
  pace: { perSecond: number; seconds: number },
): Promise<readonly Created[]> {
  const receivedBefore = Number(await requestAnswer(receiver, { wait: 0 }))
  const created = await createAtPace(url, hearing, pace)
  await requestAnswer(receiver, { wait: receivedBefore + created.length * CALLBACKS_AN_ORDER })
  return created
}

function at(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
}
