import type { DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { fieldRefusal, Refusal } from '@cambio/wire/http/Problem.ts'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { bodyText, receiveBody } from '../../http/bodyText.ts'
import { parse } from '../../http/parse.ts'
import { readBody } from '../../http/readBody.ts'
import type { Exchange } from '../../program/Exchange.ts'
import { advanceClock, type Timed } from '../../store/order/advanceClock.ts'
import type { Stores } from '../../store/stores.ts'

const Advance = z.strictObject({
  request_id: z.optional(z.string()),
  client_order_id: z.optional(z.string()),
  advance_seconds: z.int().check(z.positive()),
})

/** Lets time pass for one order, so that a tester need not wait for it. A live exchange has no such clock. */
export function mountSandboxClock(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores): void {
  if (exchange.mode !== 'sandbox') return
  app.post(pages.sandboxClock, async (c) => {
    const text = bodyText(c, await receiveBody(c, 'text'))
    const asked = z.parse(Advance, parse(Advance, readBody(text)))
    const timed = await timedOf(stores, asked)
    await advanceClock(exchange, timed, asked.advance_seconds)
    return c.json({
      request_id: timed.requestId,
      client_order_id: timed.orderId,
      advanced_seconds: asked.advance_seconds,
    })
  })
}

/** The order and request that a caller names by either id. @throws Refusal order_unknown, request_unknown, field_required, fields_incompatible */
export async function timedOf(
  { orders, requests }: Pick<Stores, 'orders' | 'requests'>,
  {
    request_id: requestId,
    client_order_id: orderId,
  }: Pick<z.infer<typeof Advance>, 'request_id' | 'client_order_id'>,
): Promise<Timed> {
  const names = ['request_id', 'client_order_id']
  if (requestId !== undefined && orderId !== undefined)
    throw fieldRefusal('fields_incompatible', names, 'Give one of the two ids')
  if (orderId !== undefined) {
    const order = await orders.find(orderId)
    if (!order) throw new Refusal('order_unknown')
    return { orderId, requestId: order.requestId }
  }
  if (requestId === undefined)
    throw fieldRefusal('field_required', names, 'Give request_id or client_order_id')
  const request = await requests.find(requestId)
  if (!request) throw new Refusal('request_unknown')
  return { requestId, orderId: request.orderId }
}
