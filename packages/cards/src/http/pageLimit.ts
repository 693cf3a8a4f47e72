import { networkOf } from '@cambio/server/clientAddress.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import { clientIpOf, type DoorContext } from '@cambio/server/door.ts'
import { memoryLimiter, type MemoryLimiter } from '@cambio/server/limits.ts'

/** An office may open many pages at once, each of which loads a few files. */
const PAGES = { name: 'page', points: 300, windowSeconds: 1 }

/** Where merchants' servers call, who are counted once it is known whether they are, and who looks after the program. */
const countedElsewhere = /^\/(?:post$|fields\/sessions(?:\/|$)|healthcheck$|health\/|metrics$)/

/** What the door counts, by network: everything that a browser opens. */
export function pageLimit(
  deps: { clock: Clock },
  { limitsFactor }: { limitsFactor: number },
): { limiter: MemoryLimiter; key: (c: DoorContext) => string | undefined } {
  return {
    limiter: memoryLimiter(deps, { limit: PAGES, factor: limitsFactor }),
    key: (c) => (countedElsewhere.test(c.req.path) ? undefined : networkOf(clientIpOf(c))),
  }
}
