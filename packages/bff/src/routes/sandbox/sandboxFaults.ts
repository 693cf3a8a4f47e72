import type { DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { bodyText, receiveBody } from '../../http/bodyText.ts'
import { parse } from '../../http/parse.ts'
import { readBody } from '../../http/readBody.ts'
import type { Exchange } from '../../program/Exchange.ts'
import { SandboxFaultSet } from '../../program/sandboxFaults.ts'
import type { Stores } from '../../store/stores.ts'
import { timedOf } from './sandboxClock.ts'

const SetFaults = z.extend(SandboxFaultSet, {
  request_id: z.optional(z.string()),
  client_order_id: z.optional(z.string()),
})

/** Simulates faults of outside services for one order only. A live exchange has no such switch. */
export function mountSandboxFaults(app: Hono<DoorEnv>, { faults }: Exchange, stores: Stores): void {
  if (faults === null) return
  app.post(pages.sandboxFaults, async (c) => {
    const text = bodyText(c, await receiveBody(c, 'text'))
    const { request_id, client_order_id, ...chosen } = z.parse(SetFaults, parse(SetFaults, readBody(text)))
    const { requestId, orderId } = await timedOf(stores, { request_id, client_order_id })
    const id = requestId ?? orderId
    if (id !== null) faults.set(id, chosen)
    return c.json({ request_id: requestId, client_order_id: orderId, ...chosen })
  })
}
