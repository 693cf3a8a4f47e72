import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { verifyCallback } from '@cambio/partner/callback.ts'
import { sandboxPartner } from '../src/sandbox.ts'

/** A partner's receiver, which takes what is signed and remembers it. */
export type CallbackReceiver = {
  readonly url: string
  /** Statuses that were told about an order, in the order in which they first came. */
  statuses(partnerOrderId: string): readonly string[]
  /** The traces that the callbacks of an order go on with, each by its id. */
  traceIds(partnerOrderId: string): ReadonlySet<string>
  /** The code that was sent for a withdrawal, once it was. */
  code(uuid: string): string | undefined
  /** The ids of the callbacks about an order, in the order in which they were received, repeats too. */
  ids(partnerOrderId: string): readonly string[]
  /** How many messages came that were not signed as they should be. */
  readonly refused: number
  close(): Promise<void>
}

/**
 * @param faultOf answers that are lost although the callback was taken, by the count of what came before
 * @param secretNow what callbacks are signed with
 */
export async function openCallbackReceiver(
  faultOf: (count: number) => 'answer_lost' | undefined = () => undefined,
  secretNow: () => string = () => sandboxPartner.callbackSecret,
): Promise<CallbackReceiver> {
  const statusesById = new Map<string, string[]>()
  const codes = new Map<string, string>()
  const traceIdsById = new Map<string, Set<string>>()
  const idsById = new Map<string, string[]>()
  const messageIds = new Set<string>()
  let refused = 0
  let count = 0
  const server = createServer((incoming, outgoing) => void take(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await text(incoming)
    const { headers } = incoming
    const verified = verifyCallback({
      body,
      headers,
      secret: secretNow(),
      now: new Date(),
    })
    if (verified.ok && 'withdrawal' in verified.callback) {
      const { uuid, code } = verified.callback.withdrawal
      codes.set(uuid, code)
      outgoing.writeHead(204).end()
      return
    }
    if (verified.ok && 'attempt' in verified.callback) {
      outgoing.writeHead(204).end()
      return
    }
    if (!verified.ok || !('client_order' in verified.callback)) {
      refused += 1
      outgoing.writeHead(401).end()
      return
    }
    const { partner_order_id: id, status } = verified.callback.client_order
    const message = String(incoming.headers['webhook-id'])
    const [, traceId] = String(incoming.headers['traceparent'] ?? '').split('-')
    if (traceId !== undefined) traceIdsById.set(id, (traceIdsById.get(id) ?? new Set<string>()).add(traceId))
    if (!messageIds.has(message)) statusesById.set(id, [...(statusesById.get(id) ?? []), status])
    messageIds.add(message)
    idsById.set(id, [...(idsById.get(id) ?? []), message])
    if (faultOf(count++) === 'answer_lost') outgoing.destroy()
    else outgoing.writeHead(204).end()
  }

  return {
    url: `http://127.0.0.1:${port}/callbacks`,
    statuses: (id) => statusesById.get(id) ?? [],
    traceIds: (id) => traceIdsById.get(id) ?? new Set(),
    ids: (id) => idsById.get(id) ?? [],
    code: (uuid) => codes.get(uuid),
    get refused() {
      return refused
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Counts a callback and its immediate repeats as one. */
export function withoutRepeats(ids: readonly string[]): readonly string[] {
  return ids.filter((id, place) => id !== ids[place - 1])
}
