import { setTimeout as after } from 'node:timers/promises'
import { NoAnswer, ProblemError } from '@cambio/partner/ProblemError.ts'
import { Refused } from './Buyer.ts'

/** Does it again for as long as somebody is down or says that it is under way; another no is a fault. */
export async function untilAnswered<Result>(act: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!isPassing(error)) throw error
      await after(100)
    }
  }
}

const passing = new Set([
  'unavailable',
  'platform_unreachable',
  'attempt_open',
  'order_state',
  'code_invalid',
])

function isPassing(error: unknown): boolean {
  if (error instanceof Refused || error instanceof ProblemError) return passing.has(error.code)
  return error instanceof NoAnswer || error instanceof TypeError || error instanceof SyntaxError
}
