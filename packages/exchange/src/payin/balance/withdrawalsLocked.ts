import { Refusal } from '@cambio/wire/http/Problem.ts'

/** The refusal of a withdrawal while the client's withdrawals are locked. */
export function withdrawalsLocked(until: Date, now: Date): Refusal {
  return new Refusal(
    'withdrawals_locked',
    `Too many wrong codes were entered for this client’s withdrawals: none can be placed or confirmed until ${until.toISOString()}. Nothing was paid out`,
    { extra: { retry_after: secondsUntil(until, now) } },
  )
}

/** Seconds until a lock ends, at least one. */
export function secondsUntil(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000))
}
