import { networkOf } from '@cambio/server/clientAddress.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import { clientIpOf, type DoorContext } from '@cambio/server/door.ts'
import { limitHeaders, memoryLimiter, type MemoryLimiter } from '@cambio/server/limits.ts'
import { pages } from '@cambio/wire/pages.ts'
import { tooMany, type AnswerHeaders } from './problem.ts'

/** Throughput limits, one a group of callers. Each process counts for itself. */
export type Throttles = Readonly<Record<'public' | 'partner' | 'stranger' | 'widget', Throttle>>

/** Counts a request of this caller and says in its answer's headers what is left. @throws Refusal too_many_requests */
export type Throttle = (headers: AnswerHeaders, caller: string) => void

export function throttles(deps: { clock: Clock }, factor: number): Throttles {
  const limit = (name: string, points: number) =>
    throttle(memoryLimiter(deps, { limit: { name, points, windowSeconds: 1 }, factor }))
  return {
    public: limit('public', 20),
    partner: limit('partner', 100),
    // Requests whose signature does not hold, by address: guessing is slower than being a partner.
    stranger: limit('stranger', 20),
    widget: limit('widget', 100),
  }
}

/** Where every address begins that takes notices. */
const notices = pages.notice.replace('{source}', '')

/**
 * What the door counts: pages and notices, by network. The contract's routes are counted once it is known who calls. A
 * page with all it loads is a dozen requests, so an office may open many at once; a platform that charges ten cards a
 * second sends a few dozen notices, and one that is refused comes again.
 */
export function doorLimit(
  deps: { clock: Clock },
  factor: number,
): { limiter: MemoryLimiter; key: (c: DoorContext) => string | undefined } {
  return {
    limiter: memoryLimiter(deps, { limit: { name: 'page', points: 300, windowSeconds: 1 }, factor }),
    key(c) {
      const { path } = c.req
      if (path.startsWith('/api/')) return undefined
      return `${path.startsWith(notices) ? 'notice' : 'page'} ${networkKey(clientIpOf(c))}`
    },
  }
}

/** The part of an address that one customer has, as the key of a limit. */
export function networkKey(clientIp: string): string {
  return networkOf(clientIp)
}

function throttle(limiter: MemoryLimiter): Throttle {
  return (headers, caller) => {
    const consumed = limiter.consume(caller)
    Object.assign(headers, limitHeaders(consumed))
    if (!consumed.allowed) throw tooMany(consumed.resetSeconds)
  }
}
