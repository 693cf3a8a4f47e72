import type { Hono } from 'hono'
import type { Metrics } from '../metrics.ts'
import { addressList } from './clientAddress.ts'
import { METRICS_PATH, type DoorContext, type DoorEnv } from './door.ts'
import { addressRanges, type AddressRanges } from './ipAddress.ts'

/**
 * Serves a program's metrics to scrapers on the machine itself or directly from one of `metricsFrom`; for all others
 * the address does not exist.
 * @throws StartRefused when METRICS_FROM cannot be read
 */
export function mountMetrics(
  app: Hono<DoorEnv>,
  metrics: Metrics,
  nothingHere: (c: DoorContext) => Response | Promise<Response>,
  metricsFrom: readonly string[] = [],
): void {
  const scrapers = addressList(metricsFrom, 'METRICS_FROM')
  app.get(METRICS_PATH, async (c) => {
    if (!mayRead(c, scrapers)) return nothingHere(c)
    const { contentType, body } = await metrics.exposition()
    return c.body(body, 200, { 'Content-Type': contentType })
  })
}

const ourselves = addressRanges(['127.0.0.0/8', '::1'])

/** Whether the request comes from an allowed address, and not through a proxy there. */
function mayRead(c: DoorContext, scrapers: AddressRanges): boolean {
  if (c.req.header('x-forwarded-for') !== undefined || c.req.header('forwarded') !== undefined) return false
  const peer = c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1'
  return ourselves?.has(peer) === true || scrapers.has(peer)
}
