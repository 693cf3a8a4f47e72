import { processOrder } from '@cambio/exchange/process/processOrder.ts'
import { deliver } from '@cambio/exchange/callback/deliver.ts'
import { next } from '@cambio/exchange/order/next.ts'
import { recordHint } from '@cambio/exchange/charge/followNotice.ts'
import { settleDue, workDue, type DueWork } from '@cambio/server/due.ts'
import { forgetEndedWindows } from '@cambio/server/limits.ts'
import type { Exchange } from '../program/Exchange.ts'
import { dueCallbacks } from '../store/callbacks.ts'
import { dueHints } from '../store/hints.ts'
import { dueOrders } from '../store/orders.ts'
import { purge } from '../store/purge.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import { storesOf } from '../store/stores.ts'

/** How long an order rests when the process that was at work on it was killed, milliseconds. */
const LEASE_MS = 10_000
/** One partner's endpoint that hangs takes a hand for 15 s with each callback; the others' must not wait for it. */
const manyHands = { batch: 64, concurrency: 64 }
const PURGE_EVERY_MS = 10 * 60 * 1_000
/**
 * Waits before a hint that nobody answered is followed again, milliseconds; the last one repeats. Only an answer ends
 * it: of an order that has ended nobody asks of their own accord, and the bank may still take the money back.
 */
const hintsAgainMs = [3_000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000] as const

/** Everything the exchange does without being asked: orders go on, hints are followed, callbacks go out. */
export function exchangeWork(exchange: Exchange): Omit<DueWork, 'tick'> & {
  /** Does everything that is due now, also what that makes due, and says how many rows it was. */
  tick(): Promise<number>
} {
  const { database, clock, random, log, metrics, card, payout, rates, tariff, endpoint } = exchange
  const stores = storesOf(storeDepsOf(exchange))
  const now = () => clock.now()
  const deps = {
    ...stores,
    card,
    payout,
    rates,
    tariff,
    endpoint,
    random,
    now,
    jitter: () => (random.bytes(1)[0] ?? 0) / 255,
  }
  const on = { database, clock, random, log, metrics }
  const hands = { batch: 16, concurrency: 16 }

  const orders = workDue(on, {
    ...dueOrders,
    ...hands,
    leaseMs: LEASE_MS,
    async work(orderId, attempts) {
      const asked = attempts - 1
      const order = await stores.orders.find(orderId)
      if (order && next(order, now(), asked)) await processOrder(deps, { orderId, asked })
      else if (order) await database.query(restUntilNews(orderId, order.seq))
    },
  })

  const hints = workDue(on, {
    ...dueHints,
    ...hands,
    leaseMs: LEASE_MS,
    async work(platformOrderId, attempts) {
      const outcome = await recordHint(deps, { platformOrderId })
      if (outcome === 'stray') log.warn('a hint names a charge that no order has', { attempts })
      const waitMs = hintsAgainMs[Math.min(attempts, hintsAgainMs.length) - 1] ?? 0
      await (outcome === 'unanswered'
        ? stores.hints.again(platformOrderId, new Date(now().getTime() + waitMs))
        : database.query(settleDue(dueHints, { id: platformOrderId, dueAt: null })))
    },
  })

  const callbacks = workDue(on, {
    ...dueCallbacks,
    ...manyHands,
    leaseMs: LEASE_MS,
    async work(callbackId, attempt) {
      if (await stores.callbacks.putOff(callbackId, now())) return
      await deliver(deps, { callbackId, attempt, waitFactor: exchange.retryFactor })
    },
  })

  const loops = [orders, hints, callbacks]
  let purging: NodeJS.Timeout | undefined

  async function clean(): Promise<void> {
    try {
      await purge(exchange)
      await forgetEndedWindows({ clock, query: database.query })
    } catch (error) {
      log.error('what is over could not be removed', { error })
    }
  }

  return {
    start() {
      for (const loop of loops) loop.start()
      purging = setInterval(() => void clean(), PURGE_EVERY_MS)
      purging.unref()
    },
    async stop() {
      clearInterval(purging)
      await Promise.all(loops.map((loop) => loop.stop()))
    },
    async tick() {
      let worked = 0
      for (;;) {
        let round = 0
        for (const loop of loops) round += await loop.tick()
        if (round === 0) return worked
        worked += round
      }
    },
  }
}

/** Nothing is next for an order as it was seen; whoever writes it after that says when it is due. */
function restUntilNews(orderId: string, seq: number) {
  return {
    name: 'order_rest',
    text: `
      update orders set due_at = null, lease_until = null, due_attempts = 0
      where id = $1 and seq = $2`,
    values: [orderId, seq],
  }
}
