import type { Clock } from '@cambio/server/Clock.ts'
import { networkOf } from '@cambio/server/http/clientAddress.ts'
import { clientIpOf, type DoorContext } from '@cambio/server/http/door.ts'
import { memoryLimiter, type MemoryLimiter } from '@cambio/server/http/limits.ts'

/** Generous, because many people behind one address may open pages at once. */
const PAGES = { name: 'page', points: 300, windowSeconds: 1 }

/** Not limited here: calls of merchants' servers, which are counted by merchant, and calls of monitoring. */
const countedElsewhere = /^\/(?:post$|fields\/sessions(?:\/|$)|healthcheck$|health\/|metrics$)/

/** The limit on pages that browsers open, by network. */
export function pageLimit(
  deps: { clock: Clock },
  { limitsFactor }: { limitsFactor: number },
): { limiter: MemoryLimiter; key: (c: DoorContext) => string | undefined } {
  return {
    limiter: memoryLimiter(deps, { limit: PAGES, factor: limitsFactor }),
    key: (c) => (countedElsewhere.test(c.req.path) ? undefined : networkOf(clientIpOf(c))),
  }
}
