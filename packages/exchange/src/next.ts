import { hasEnded, type Attempt, type Order } from './Order.ts'

/** What an order waits for, and when the exchange does something about it. */
export type Next =
  | { readonly verb: 'ask_charge'; readonly attempt: Attempt; readonly at: Date }
  | { readonly verb: 'give_back'; readonly attempt: Attempt & { state: 'returning' }; readonly at: Date }
  | { readonly verb: 'pay_out'; readonly at: Date }
  | { readonly verb: 'ask_payout'; readonly at: Date }
  | { readonly verb: 'expire'; readonly at: Date }

/** How long a SALE may take before its answer counts as lost, milliseconds. */
export const CHARGE_TIME_LIMIT_MS = 20_000

/** Waits before the first, second ... question about a missing notice, milliseconds; the last one repeats. */
const questionsMs = [10_000, 30_000, 60_000, 300_000] as const
/** How long the sending of coins may take before its answer counts as lost, milliseconds. */
const PAYOUT_TIME_LIMIT_MS = 10_000
/** The same for a payment that was sent: networks are quick, and asking costs nothing. */
const payoutQuestionsMs = [1_000, 2_000, 5_000, 15_000, 60_000] as const

/**
 * The next step of an order and its time, from what is known alone. `asked` counts the questions since the last
 * news. Nothing that moves money is next while the operator's attention is asked for.
 */
export function next(order: Order, now: Date, asked: number): Next | undefined {
  if (order.attention !== null) return undefined
  const owing = order.attempts.find((attempt) => attempt.state === 'returning')
  if (owing?.state === 'returning' && !owing.accepted)
    return { verb: 'give_back', attempt: owing, at: asked === 0 ? now : later(now, questionsMs, asked - 1) }
  const open = order.attempts.find(({ state }) => unsettled.has(state))
  if (open) return { verb: 'ask_charge', attempt: open, at: later(now, questionsOf(open), asked) }
  if (order.payout?.state === 'due')
    return { verb: 'pay_out', at: asked === 0 ? now : later(now, payoutQuestionsMs, asked - 1) }
  if (order.payout?.state === 'sending')
    return { verb: 'pay_out', at: later(now, [PAYOUT_TIME_LIMIT_MS + 2_000, ...payoutQuestionsMs], asked) }
  if (order.payout?.state === 'sent') return { verb: 'ask_payout', at: later(now, payoutQuestionsMs, asked) }
  if (!hasEnded(order) && order.expiresAt) return { verb: 'expire', at: order.expiresAt }
  return undefined
}

const unsettled: ReadonlySet<Attempt['state']> = new Set(['open', 'challenged', 'held', 'returning'])

function questionsOf(attempt: Attempt): readonly number[] {
  return attempt.state === 'open' ? [CHARGE_TIME_LIMIT_MS + 2_000, ...questionsMs] : questionsMs
}

function later(now: Date, waitsMs: readonly number[], asked: number): Date {
  const wait = waitsMs[Math.min(Math.max(asked, 0), waitsMs.length - 1)] ?? 0
  return new Date(now.getTime() + wait)
}
