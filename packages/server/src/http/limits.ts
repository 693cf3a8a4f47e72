import { join } from 'node:path'
import type { Clock } from '../Clock.ts'
import type { Query } from '../postgres/Database.ts'

/** The migrations that make the table of shared limits in a program's schema, for `migrate`. */
export const limitsMigrations = join(import.meta.dirname, '../postgres/limits')

/** At most `points` in each fixed window of `windowSeconds`. */
export type Limit = { readonly name: string; readonly points: number; readonly windowSeconds: number }

/** What a limit has left for one key; `resetSeconds` is the time until the window ends, rounded up. */
export type Consumed = {
  readonly limit: Limit
  readonly allowed: boolean
  readonly remaining: number
  readonly resetSeconds: number
}

/** Counts in this process, synchronously: for throughput, where each of N processes may have its own count. */
export type MemoryLimiter = {
  consume(key: string): Consumed
  /** Whether the next use would be refused; asking does not count. */
  isSpent(key: string): boolean
}

/** Counts in the database, for all processes together: for limits that protect money or codes. */
export type SharedLimiter = {
  consume(key: string): Promise<Consumed>
  /** Takes back one use of the current window. */
  giveBack(key: string): Promise<void>
}

/** A limit with its points multiplied by the operator's factor, never below one. */
function scaled(limit: Limit, factor: number): Limit {
  return { ...limit, points: Math.max(1, Math.round(limit.points * factor)) }
}

/**
 * A limiter that keeps one window's counts and forgets them when the next begins, so that its memory is bounded by the
 * uses of one window.
 */
export function memoryLimiter(
  deps: { clock: Clock },
  input: { limit: Limit; factor: number },
): MemoryLimiter {
  const limit = scaled(input.limit, input.factor)
  const windowMs = limit.windowSeconds * 1000
  let window = -1
  let counts = new Map<string, number>()
  /** Begins a new window where the last one has ended. */
  function windowAt(now: number): number {
    const current = Math.floor(now / windowMs)
    if (current !== window) {
      window = current
      counts = new Map()
    }
    return current
  }
  return {
    consume(key) {
      const now = deps.clock.now().getTime()
      const current = windowAt(now)
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return consumedOf(limit, count, (current + 1) * windowMs - now)
    },
    isSpent(key) {
      windowAt(deps.clock.now().getTime())
      return (counts.get(key) ?? 0) >= limit.points
    },
  }
}

/** A limiter whose windows are rows of `limit_window`, counted by one statement each; a window begins with its first use. */
export function sharedLimiter(
  deps: { clock: Clock; query: Query },
  input: { limit: Limit; factor: number },
): SharedLimiter {
  const limit = scaled(input.limit, input.factor)
  return {
    async consume(key) {
      const now = deps.clock.now()
      const ends = new Date(now.getTime() + limit.windowSeconds * 1000)
      const [row] = await deps.query<{ count: bigint; ends_at: Date }>({
        name: 'limit_window_consume',
        text: CONSUME,
        values: [limit.name, key, now, ends],
      })
      if (row === undefined) throw new Error('An upsert returned no row.')
      return consumedOf(limit, Number(row.count), row.ends_at.getTime() - now.getTime())
    },
    async giveBack(key) {
      const values = [limit.name, key, deps.clock.now()]
      await deps.query({ name: 'limit_window_give_back', text: GIVE_BACK, values })
    },
  }
}

const GIVE_BACK = `
  update limit_window set count = count - 1 where name = $1 and key = $2 and ends_at > $3 and count > 0`

const CONSUME = `
  insert into limit_window as held (name, key, count, ends_at) values ($1, $2, 1, $4)
  on conflict (name, key) do update set
    count = case when held.ends_at <= $3 then 1 else held.count + 1 end,
    ends_at = case when held.ends_at <= $3 then excluded.ends_at else held.ends_at end
  returning count, ends_at`

/** Forgets windows that ended before now; a program calls it now and then so that the table stays small. */
export async function forgetEndedWindows(deps: { clock: Clock; query: Query }): Promise<void> {
  await deps.query({
    name: 'limit_window_forget',
    text: 'delete from limit_window where ends_at <= $1',
    values: [deps.clock.now()],
  })
}

function consumedOf(limit: Limit, count: number, remainingMs: number): Consumed {
  return {
    limit,
    allowed: count <= limit.points,
    remaining: Math.max(0, limit.points - count),
    resetSeconds: Math.max(1, Math.ceil(remainingMs / 1000)),
  }
}

/** The `RateLimit` and `RateLimit-Policy` fields (draft-ietf-httpapi-ratelimit-headers-10), and `Retry-After` when refused. */
export function limitHeaders(consumed: Consumed): Record<string, string> {
  const { limit, allowed, remaining, resetSeconds } = consumed
  const headers: Record<string, string> = {
    RateLimit: `"${limit.name}";r=${remaining};t=${resetSeconds}`,
    'RateLimit-Policy': `"${limit.name}";q=${limit.points};w=${limit.windowSeconds}`,
  }
  if (!allowed) headers['Retry-After'] = String(resetSeconds)
  return headers
}
