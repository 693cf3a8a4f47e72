import { clientIpOf, type DoorEnv } from '@cambio/server/http/door.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { ended } from '@cambio/wire/order/orderStatus.ts'
import type { Hono } from 'hono'
import { openEntry } from '../../authenticate/entry.ts'
import type { AnswerHeaders } from '../../http/problem.ts'
import { networkKey, throttles } from '../../http/throttle.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { Stores } from '../../store/stores.ts'

/** The limit on new streams from one network. */
const limit = { name: 'changes', points: 50, windowSeconds: 1 } as const

/**
 * Notifies an open page by server-sent events that its order has changed, without details: the page asks for those with
 * its session, as it does without this stream. An order that has ended or is not placed yet is not followed (204, after
 * which browsers do not reconnect).
 */
export function mountStatusStream(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores): void {
  const throttle = throttles(exchange, exchange.limitsFactor)(limit)
  app.get('/api/widget/:entry/changes', async (c) => {
    const network = networkKey(clientIpOf(c))
    const headers: AnswerHeaders = {}
    throttle.count(headers, network)
    const { order } = await openEntry(stores, c.req.param('entry'))
    if (!order || ended.has(order.status) || c.req.method === 'HEAD')
      return new Response(null, { status: 204, headers })
    const stream = exchange.statusStreams.open({ orderId: order.id, network })
    if (!stream)
      throw new Refusal('too_many_requests', 'Too many pages of this network follow orders already')
    return new Response(stream, {
      headers: {
        ...headers,
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        // Otherwise nginx would delay events until its buffer is full.
        'X-Accel-Buffering': 'no',
      },
    })
  })
}
