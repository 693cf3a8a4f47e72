import type { Clock } from '@cambio/server/Clock.ts'
import { networkOf } from '@cambio/server/http/clientAddress.ts'
import { clientIpOf, type DoorContext } from '@cambio/server/http/door.ts'
import {
  limitHeaders,
  memoryLimiter,
  type Consumed,
  type Limit,
  type MemoryLimiter,
} from '@cambio/server/http/limits.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { tooMany, type AnswerHeaders } from './problem.ts'

/** A limit on requests. */
export type Throttle = {
  /**
   * Counts a request under a key and reports in its answer's headers what is left. @throws Refusal too_many_requests
   */
  count(headers: AnswerHeaders, key: string): void
  /** Whether the next request under a key would be refused; asking does not count. */
  isSpent(key: string): boolean
}

/** The throttle of a limit, shared by all callers of that limit. Each process counts for itself. */
export type ThrottleOf = (limit: Limit) => Throttle

export function throttles(deps: { clock: Clock }, factor: number): ThrottleOf {
  const byLimit = new Map<Limit, Throttle>()
  return (limit) => {
    const one = byLimit.get(limit) ?? throttle(memoryLimiter(deps, { limit, factor }))
    byLimit.set(limit, one)
    return one
  }
}

/** The common beginning of every address for notices. */
const notices = pages.notice.replace('{source}', '')

/**
 * The limit for pages and notices, by network. The contract's routes are counted once their caller is known. A page
 * with all it loads is a dozen requests, so an office may open many at once. A platform that charges ten cards a second
 * sends a few dozen notices, and repeats a refused one.
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

/** The network prefix of an IP address that one customer usually has, as the key of a limit. */
export function networkKey(clientIp: string): string {
  return networkOf(clientIp)
}

function throttle(limiter: MemoryLimiter): Throttle {
  return {
    count: (headers, key) => count(headers, limiter.consume(key)),
    isSpent: (key) => limiter.isSpent(key),
  }
}

/**
 * Writes what is left of a limit into an answer's headers, before the limits that are already there. @throws Refusal
 * too_many_requests
 */
export function count(headers: AnswerHeaders, consumed: Consumed): void {
  const { RateLimit: left, 'RateLimit-Policy': policy } = headers
  Object.assign(headers, limitHeaders(consumed))
  if (left !== undefined) headers['RateLimit'] += `, ${left}`
  if (policy !== undefined) headers['RateLimit-Policy'] += `, ${policy}`
  if (!consumed.allowed) throw tooMany(consumed.resetSeconds)
}
