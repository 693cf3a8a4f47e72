import type { PayinWait } from '../../machine/PayinSummary.ts'
import type { Attempt, CardPayin } from './CardPayin.ts'

/** How long a SALE may take before its answer counts as lost, milliseconds. */
export const CHARGE_TIME_LIMIT_MS = 20_000

/** Waits before the first, second ... question about a missing notice. */
const questionsMs = [10_000, 30_000, 60_000, 300_000] as const

/**
 * What a pay-in by card waits for, most urgent first: charges with an unknown outcome, then money that is being
 * returned, or a hold that could not be voided.
 * @param mayReturn false while the order is stopped: money to return is only asked about then
 */
export function cardWaits({ attempts }: CardPayin, mayReturn: boolean): PayinWait[] {
  return [
    ...attempts.filter(isOpen).map((attempt) => question(attempt)),
    ...attempts.flatMap((attempt) => returnOf(attempt, mayReturn)),
  ]
}

function isOpen({ state }: Attempt): boolean {
  return state === 'open' || state === 'challenged' || state === 'held'
}

function question({ number, state }: Attempt): PayinWait {
  const waitsMs = state === 'open' ? [CHARGE_TIME_LIMIT_MS + 2_000, ...questionsMs] : questionsMs
  return { verb: 'ask_payin', number, waitsMs }
}

function returnOf(attempt: Attempt, mayReturn: boolean): PayinWait[] {
  if (attempt.state === 'returning' && !attempt.accepted && mayReturn)
    return [{ verb: 'refund', number: attempt.number, waitsMs: [0, ...questionsMs] }]
  const isHere = attempt.state === 'returning' || (attempt.state === 'owed' && !attempt.settled)
  return isHere ? [question(attempt)] : []
}
