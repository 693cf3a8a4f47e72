import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/*
 * A line between two platforms that can be cut: before a request gets through, after it has had its effect, or so that
 * the request lies somewhere and arrives much later. Or the request is turned away, as one of too many.
 */

type Loss = 'before' | 'after' | 'late' | TurnedAway
type TurnedAway = { readonly retryAfterSeconds: number }

const TOO_MANY = JSON.stringify({ result: 'ERROR', error_code: 429, error_message: 'Too many requests.' })

/** @param target address of the platform behind */
export async function openChaosProxy(target: string) {
  const losses: { action: string; loss: Loss }[] = []
  const late: (() => Promise<unknown>)[] = []
  const delivered: string[] = []

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const action = /name="action"\r\n\r\n(\w+)/.exec(body.toString('latin1'))?.[1] ?? ''
    const place = losses.findIndex((loss) => loss.action === action)
    const loss = place === -1 ? undefined : losses.splice(place, 1)[0]?.loss
    const forward = async () => {
      delivered.push(action)
      const headers = { 'content-type': incoming.headers['content-type'] ?? '' }
      return fetch(`${target}${incoming.url ?? ''}`, { method: 'POST', headers, body: new Uint8Array(body) })
    }
    if (typeof loss === 'object') {
      outgoing.writeHead(429, { 'retry-after': String(loss.retryAfterSeconds) })
      outgoing.end(TOO_MANY)
      return
    }
    if (loss === 'late') late.push(forward)
    if (loss === 'after') await forward()
    if (loss !== undefined) {
      incoming.socket.destroy()
      return
    }
    const answer = await forward()
    outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    outgoing.end(await answer.text())
  }

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    /** Every action that got through, in order. */
    delivered,
    /** Cuts the line at the next request of this action. */
    lose: (action: string, loss: Loss) => void losses.push({ action, loss }),
    /** Answers the next request of this action in the other platform's place, so often. */
    turnAway(action: string, { times, retryAfterSeconds }: { times: number } & TurnedAway) {
      for (let time = 0; time < times; time++) losses.push({ action, loss: { retryAfterSeconds } })
    },
    /** What was late arrives now. */
    async deliverLate() {
      for (const deliver of late.splice(0)) await deliver()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no TCP address.')
  return address.port
}
