import { acceptsGzip } from '@cambio/server/http/compressed.ts'
import { clientIpOf, type DoorContext, type DoorEnv } from '@cambio/server/http/door.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { ended } from '@cambio/wire/order/orderStatus.ts'
import type { WidgetStatus } from '@cambio/wire/widget/Widget.ts'
import type { Hono } from 'hono'
import { findBuyer } from '../../authenticate/buyer.ts'
import { openEntry } from '../../authenticate/entry.ts'
import type { AnswerHeaders } from '../../http/problem.ts'
import { networkKey, throttles } from '../../http/throttle.ts'
import type { Stores } from '../../store/stores.ts'
import type { StatusForPage } from '../../widget/Follower.ts'
import { widgetStatus, type Viewing } from '../../widget/widgetView.ts'

/** The limit on new streams from one network. */
const limit = { name: 'changes', points: 50, windowSeconds: 1 } as const

/**
 * Notifies an open page by server-sent events that its order has changed. A page that names the version it has, as its
 * last event, gets the status with each event, as its session may see it then: the session is a header, as it is
 * elsewhere, and is asked about each time. To any other page an event says only that it has to ask. An order that has
 * ended or is not placed yet is not followed (204, after which no page reconnects).
 */
export function mountStatusStream(app: Hono<DoorEnv>, exchange: Viewing, stores: Stores): void {
  const throttle = throttles(exchange, exchange.limitsFactor)(limit)
  app.get('/api/widget/:entry/changes', async (c) => {
    const network = networkKey(clientIpOf(c))
    const headers: AnswerHeaders = {}
    throttle.count(headers, network)
    const { order } = await openEntry(stores, c.req.param('entry'))
    if (!order || ended.has(order.status) || c.req.method === 'HEAD')
      return new Response(null, { status: 204, headers })
    const status = statusFor(exchange, stores, c)
    const isPacked = status !== null && acceptsGzip(c.req.header('accept-encoding'))
    const stream = exchange.statusStreams.open({ orderId: order.id, network, status, isPacked })
    if (!stream)
      throw new Refusal('too_many_requests', 'Too many pages of this network follow orders already')
    return new Response(stream, {
      headers: {
        ...headers,
        ...(isPacked && { 'Content-Encoding': 'gzip' }),
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        // Otherwise nginx would delay events until its buffer is full.
        'X-Accel-Buffering': 'no',
      },
    })
  })
}

/** What its events bring to a page that names the version it has; null for a page that only wants to be told. */
function statusFor(exchange: Viewing, stores: Stores, c: DoorContext): StatusForPage | null {
  const seen = c.req.header('last-event-id')
  if (seen === undefined) return null
  return {
    seen,
    async read(): Promise<WidgetStatus> {
      const opened = await openEntry(stores, c.req.param('entry') ?? '')
      const buyer = await findBuyer(stores, c, opened)
      return widgetStatus(exchange, stores, opened, buyer?.client ?? null)
    },
  }
}
