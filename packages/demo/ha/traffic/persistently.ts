import { setTimeout as after } from 'node:timers/promises'
import { NoAnswer, ProblemError } from '@cambio/partner/ProblemError.ts'
import { Refused } from '../../test/Buyer.ts'

/** Codes after which a caller tries again: it has to wait, or the answer to an earlier call was lost. */
const passing = new Set([
  'unavailable',
  'internal',
  'platform_unreachable',
  'attempt_open',
  'order_state',
  'code_invalid',
  'rate_unavailable',
  'quote_expired',
  'card_session_over',
  'card_incomplete',
  'too_many_requests',
])

const AGAIN_MS = 300

/** Makes a call again until it is answered, as a careful caller does. @throws what the last one threw, after the deadline */
export async function persistently<Result>(deadline: number, call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!isPassing(error) || Date.now() > deadline) throw error
      await after(AGAIN_MS)
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof Refused || error instanceof ProblemError) return passing.has(error.code)
  if (error instanceof Error && error.message.startsWith('The card form answered')) return true
  return (
    error instanceof NoAnswer ||
    error instanceof TypeError ||
    error instanceof SyntaxError ||
    (error instanceof Error && error.name === 'TimeoutError')
  )
}
