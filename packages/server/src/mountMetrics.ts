import { isIP } from 'node:net'
import type { Hono } from 'hono'
import type { DoorContext, DoorEnv } from './door.ts'
import type { Metrics } from './metrics.ts'

/** A program's numbers, for who scrapes them on the machine itself; elsewhere there is nothing at this address. */
export function mountMetrics(
  app: Hono<DoorEnv>,
  metrics: Metrics,
  nothingHere: (c: DoorContext) => Response | Promise<Response>,
): void {
  app.get('/metrics', async (c) => {
    if (!isLocal(c)) return nothingHere(c)
    const { contentType, body } = await metrics.exposition()
    return c.body(body, 200, { 'Content-Type': contentType })
  })
}

/** Asked from this machine itself, and not by a proxy on it for somebody else. */
function isLocal(c: DoorContext): boolean {
  const peer = c.env?.incoming?.socket.remoteAddress?.replace(/^::ffff:/i, '') ?? '127.0.0.1'
  const isLoopback = peer === '::1' || (isIP(peer) === 4 && peer.startsWith('127.'))
  return (
    isLoopback && c.req.header('x-forwarded-for') === undefined && c.req.header('forwarded') === undefined
  )
}
