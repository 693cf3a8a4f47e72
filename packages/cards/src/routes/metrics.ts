import { isIP } from 'node:net'
import type { DoorContext, DoorEnv } from '@cambio/server/door.ts'
import type { Metrics } from '@cambio/server/metrics.ts'
import { Hono } from 'hono'

/** The program's numbers, for who scrapes them on the machine itself; from elsewhere there is nothing here. */
export function metricsRoute(metrics: Metrics): Hono<DoorEnv> {
  return new Hono<DoorEnv>().get('/metrics', async (c) => {
    if (!isLocal(c)) return c.notFound()
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
