import { processOrder } from '@cambio/exchange/process/processOrder.ts'
import { deliver } from '@cambio/exchange/callback/deliver.ts'
import { next } from '@cambio/exchange/order/next.ts'
import { recordHint } from '@cambio/exchange/charge/followNotice.ts'
import { forgetEndedWindows } from '@cambio/server/limits.ts'
import { settleDue, type DueLoop, type DueWork } from '@cambio/server/work/due.ts'
import { programWork } from '@cambio/server/work/programWork.ts'
import type { Exchange } from '../program/Exchange.ts'
import { dueCallbacks } from '../store/callbacks.ts'
import { dueHints } from '../store/hints.ts'
import { dueOrders } from '../store/orders.ts'
import { purge } from '../store/purge.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import { storesOf } from '../store/stores.ts'

/** How long an order rests when the process that was at work on it was killed, milliseconds. */
const LEASE_MS = 10_000
const PACE = { leaseMs: LEASE_MS, batch: 16, concurrency: 16 }
/** One partner's endpoint that hangs keeps a callback at work for 15 s; the other partners' must not wait for it. */
const CALLBACK_PACE = { leaseMs: LEASE_MS, batch: 64, concurrency: 64 }
/**
 * Waits before a hint that nobody answered is followed again, milliseconds; the last one repeats. Only an answer ends
 * it: of an order that has ended nobody asks of their own accord, and the bank may still take the money back.
 */
const hintsAgainMs = [3_000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000] as const

/** Everything the exchange does without being asked: orders go on, hints are followed, callbacks go out. */
export function exchangeWork(exchange: Exchange): DueWork {
  const { database, clock, random, log, metrics, card, payout, rates, catalogue, endpoint } = exchange
  const stores = storesOf(storeDepsOf(exchange))
  const now = () => clock.now()
  const deps = {
    ...stores,
    card,
    payout,
    rates,
    catalogue,
    endpoint,
    random,
    now,
    jitter: () => (random.bytes(1)[0] ?? 0) / 255,
  }

  const orders: DueLoop = {
    ...dueOrders,
    ...PACE,
    async work(orderId, attempts) {
      const asked = attempts - 1
      const order = await stores.orders.find(orderId)
      if (order && next(order, now(), asked)) await processOrder(deps, { orderId, asked })
      else if (order) await database.query(restUntilNews(orderId, order.seq))
    },
  }

  const hints: DueLoop = {
    ...dueHints,
    ...PACE,
    async work(platformOrderId, attempts) {
      const outcome = await recordHint(deps, { platformOrderId })
      if (outcome === 'stray') log.warn('a hint names a charge that no order has', { attempts })
      const waitMs = hintsAgainMs[Math.min(attempts, hintsAgainMs.length) - 1] ?? 0
      await (outcome === 'unanswered'
        ? stores.hints.again(platformOrderId, new Date(now().getTime() + waitMs))
        : database.query(settleDue(dueHints, { id: platformOrderId, dueAt: null })))
    },
  }

  const callbacks: DueLoop = {
    ...dueCallbacks,
    ...CALLBACK_PACE,
    async work(callbackId, attempt) {
      if (await stores.callbacks.putOff(callbackId, now())) return
      await deliver(deps, { callbackId, attempt, waitFactor: exchange.retryFactor })
    },
  }

  return programWork(
    { database, clock, random, log, metrics },
    {
      loops: [orders, hints, callbacks],
      cleaning: [() => purge(exchange), () => forgetEndedWindows({ clock, query: database.query })],
    },
  )
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
