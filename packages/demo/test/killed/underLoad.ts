import { execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { expect } from 'vitest'
import { newOrder } from '../../load/orderTraffic.ts'
import type { Product } from '../openProduct.ts'
import { startWaiter, WAITED_MS } from '../startWaiter.ts'
import { untilAnswered } from '../untilAnswered.ts'

/** So many keep the exchange busy; each more makes every purchase beside them wait longer. */
const CALLERS = 6
const BUYERS = 3
const SLOW_CALLERS = 8
const OPEN_PAGES = 8
const KILLED_BUYERS = 4
/** How long a caller waits before the next order while buyers are what is looked at, milliseconds: 30 orders a second at most. */
const KILLED_PAUSE_MS = 200
/** How long a caller waits that nobody answered, milliseconds. */
const UNANSWERED_PAUSE_MS = 100
/** How long a purchase waits at most for its next step once the program is back, milliseconds. */
const RECOVERY_MS = 3_000

/** Ends each program by a TERM under load: within a second, and without losing what it acknowledged. */
export async function endUnderLoad(product: Product): Promise<void> {
  const pages = await openPages(product)
  const traffic = openTraffic(product)
  try {
    const took: { program: string; ms: number; orderMs: number }[] = []
    for (const program of ['exchange', 'cards'] as const) {
      const waiter = await startWaiter()
      const orderMs = await traffic.flowing()
      const slow = await slowCallers(program === 'exchange' ? product.baseUrl : product.cardsUrl)
      took.push({ program, ms: await end(product.pids[program], waiter), orderMs })
      for (const socket of slow) socket.destroy()
    }
    process.stdout.write(
      `ended under load after ${took.map(({ program, ms, orderMs }) => `${program} ${ms} ms (${Math.round(orderMs)} ms an order)`).join(', ')}\n`,
    )
    // A machine that takes longer than that for a hundred orders takes longer for everything.
    expect(took.filter(({ ms, orderMs }) => ms > Math.max(1_000, 100 * orderMs))).toEqual([])
    await Promise.all(pages.map((page) => page.text()))
    await traffic.end()
    await expectKept(product, traffic.acknowledged)
  } finally {
    await traffic.end()
  }
}

/**
 * Kills the exchange under load, again and again: purchases in flight go on within three seconds of its return.
 * @param kills how often
 */
export async function killUnderLoad(product: Product, kills: number): Promise<void> {
  const since = new Date()
  const traffic = openTraffic(product, { buyers: KILLED_BUYERS, pauseMs: KILLED_PAUSE_MS })
  try {
    const killed: { restartMs: number; waits: number[] }[] = []
    while (killed.length < kills) {
      await traffic.flowing()
      // On a machine that is busy elsewhere all buyers may be on their way to their cards.
      const paying = async () => (await product.query(statement(PAYING, since))).length
      await expect.poll(paying, { interval: 20 }).toBeGreaterThan(0)
      const killedAt = new Date()
      const pid = product.pids.exchange
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => product.pids.exchange, { interval: 20 }).not.toBe(pid)
      const backAt = new Date()
      await traffic.flowing()
      const waits = await waitsAfter(product, { since, killedAt, backAt })
      killed.push({ restartMs: backAt.getTime() - killedAt.getTime(), waits })
    }
    await traffic.end()
    const said = killed.map(
      ({ restartMs, waits }) =>
        `back after ${restartMs} ms, ${waits.length} purchases went on within ${waits.at(-1)} ms (median ${waits[waits.length >> 1]})`,
    )
    process.stdout.write(`killed under load: ${said.join('; ')}\n`)
    expect(killed.filter(({ waits }) => waits.length === 0)).toEqual([])
    // A machine on which a restart takes longer than a third of that takes longer for everything.
    const late = killed.filter(
      ({ restartMs, waits }) => (waits.at(-1) ?? Infinity) > Math.max(RECOVERY_MS, 3 * restartMs),
    )
    expect(late).toEqual([])
    await expectKept(product, traffic.acknowledged)
  } finally {
    await traffic.end()
  }
}

/** Every order that was acknowledged is there, and the books balance. */
async function expectKept(product: Product, acknowledged: readonly string[]): Promise<void> {
  const kept = new Set((await product.orders()).map(({ id }) => id))
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  await product.expectBalancedBooks()
}

/**
 * How long each purchase whose money was under way at the kill waited for its next step after the exchange was back,
 * milliseconds, the shortest first. It waits until each of them has gone on. Who paid before `since` is no buyer of these.
 */
async function waitsAfter(
  product: Product,
  { since, killedAt, backAt }: { since: Date; killedAt: Date; backAt: Date },
): Promise<number[]> {
  const read = () => product.query<{ next_at: Date | null }>(statement(WENT_ON, killedAt, since))
  await expect.poll(async () => (await read()).filter((order) => order.next_at === null)).toEqual([])
  return (await read())
    .map(({ next_at: at }) => Math.max(0, (at?.getTime() ?? Infinity) - backAt.getTime()))
    .toSorted((one, other) => one - other)
}

const PAYING = `
  select o.id from orders o where o.status not in ('finished', 'refunded', 'canceled', 'error', 'expired')
    and exists (select from attempt a where a.order_id = o.id and a.opened_at >= $1 and a.state <> 'turned_away')`

const WENT_ON = `
  select (select min(e.at) from order_event e where e.order_id = o.id and e.at > $1) as next_at from orders o
  where exists (select from attempt a where a.order_id = o.id and a.opened_at between $2 and $1 and a.state <> 'turned_away')
    and not exists (select from order_event e where e.order_id = o.id and e.at <= $1
      and e.status in ('finished', 'refunded', 'canceled', 'error', 'expired'))`

/** Sends a TERM to a program and, beside it, to a waiter. @returns how long the process was there after it, without what the machine added, milliseconds */
async function end(pid: number, waiter: ChildProcess): Promise<number> {
  const script = fileURLToPath(new URL('../endProcess.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, `${pid}`, `${waiter.pid}`])
  const [tookMs = Infinity, waitedMs = 0] = JSON.parse(stdout) as number[]
  return tookMs - (waitedMs - WAITED_MS)
}

/** Callers that have begun to send a request, and go on with it for as long as nobody hangs up. */
function slowCallers(url: string): Promise<Socket[]> {
  const { hostname, port } = new URL(url)
  return Promise.all(
    Array.from({ length: SLOW_CALLERS }, async () => {
      const socket = connect(Number(port), hostname).on('error', () => {})
      await once(socket, 'connect')
      socket.write('POST /api/v2/partner/order HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{')
      return socket
    }),
  )
}

/** Pages that follow an order which waits for its buyer. @returns their streams, which end with the exchange */
function openPages(product: Product): Promise<Response[]> {
  return Promise.all(
    Array.from({ length: OPEN_PAGES }, async () => {
      const buyer = await product.buyer()
      await buyer.place('100')
      const page = await fetch(`${product.baseUrl}/api/widget/${buyer.entry}/changes`)
      expect(page.status).toBe(200)
      return page
    }),
  )
}

/**
 * Callers that create orders and buyers that pay by card, each one after the other, whatever goes away meanwhile.
 * @param options how many buyers there are, and how long a caller pauses after each order
 */
function openTraffic(
  product: Product,
  { buyers = BUYERS, pauseMs = 0 }: { buyers?: number; pauseMs?: number } = {},
) {
  const acknowledged: string[] = []
  let answers = 0
  let paid = 0
  const over = new AbortController()
  const untilEnded = async (act: () => Promise<void>) => {
    while (!over.signal.aborted) await act()
  }
  const create = async (caller: number) => {
    const body = newOrder(`load-${caller}-${answers}-${acknowledged.length}`)
    const made = await product.partner.call(contract.partner.createOrder, { body }).catch(() => undefined)
    if (made === undefined) return after(UNANSWERED_PAUSE_MS)
    answers += 1
    acknowledged.push(made.client_order_id)
    await after(pauseMs)
  }
  const buy = async () => {
    const buyer = await product.buyer({ again: untilAnswered })
    const { client_order_id: id } = await buyer.place('100')
    acknowledged.push(id)
    const session = await buyer.submitCard('success')
    await buyer.charge(session).catch(() => undefined)
    paid += 1
  }
  const running = Promise.all([
    ...Array.from({ length: CALLERS }, (_, caller) => untilEnded(() => create(caller))),
    ...Array.from({ length: buyers }, () => untilEnded(buy)),
  ])
  return {
    acknowledged,
    /** Waits until callers and buyers are served. @returns how long each of the callers’ orders took, milliseconds */
    async flowing() {
      const [answersBefore, paidBefore, begun] = [answers, paid, performance.now()]
      await expect
        .poll(() => [answers > answersBefore + 2 * CALLERS, paid > paidBefore])
        .toEqual([true, true])
      return (performance.now() - begun) / (answers - answersBefore)
    },
    async end() {
      over.abort()
      await running
    },
  }
}
