import { setTimeout as after } from 'node:timers/promises'
import { NoAnswer, ProblemError } from '@cambio/partner/ProblemError.ts'
import { Refused } from '../../test/Buyer.ts'

/** Codes after which a caller tries again: it has to wait, or the answer to an earlier call was lost. */
const passing = new Set([
  'unavailable',
  'internal',
  'platform_unreachable',
  'code_invalid',
  'rate_unavailable',
  'quote_expired',
  'card_session_over',
  'card_incomplete',
  'too_many_requests',
  'withdrawals_open',
])

/** Codes by which an order says that it is not as the caller saw it: only one who looks again gets further. */
const changed = new Set(['attempt_open', 'order_state'])

const AGAIN_MS = 300

/**
 * Makes a call again until it is answered, as a careful caller does.
 * @param isWorthIt whether another answer may come after this error; left out: for a call that looks at the order each time
 * @throws what the last one threw, after the deadline
 */
export async function retryUntil<Result>(
  deadline: number,
  call: () => Promise<Result>,
  isWorthIt = (error: unknown) => isTemporary(error) || isChanged(error),
): Promise<Result> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!isWorthIt(error) || Date.now() > deadline) throw error
      await after(AGAIN_MS)
    }
  }
}

/** Whether the same call may be answered later, whatever became of the order. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof Refused || error instanceof ProblemError) return passing.has(error.code)
  if (error instanceof Error && error.message.startsWith('The card form answered')) return true
  return (
    error instanceof NoAnswer ||
    error instanceof TypeError ||
    error instanceof SyntaxError ||
    (error instanceof Error && error.name === 'TimeoutError')
  )
}

function isChanged(error: unknown): boolean {
  return (error instanceof Refused || error instanceof ProblemError) && changed.has(error.code)
}
