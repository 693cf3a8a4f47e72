import { awaitsPrice, hasEnded, isStopped, lapsesAt, mayPayOut, type Attempt, type Order } from './Order.ts'

type Act =
  | { readonly verb: 'ask_charge'; readonly attempt: Attempt }
  | { readonly verb: 'refund'; readonly attempt: Attempt & { state: 'returning' } }
  | { readonly verb: 'price' }
  | { readonly verb: 'pay_out' }
  | { readonly verb: 'ask_payout' }
  | { readonly verb: 'expire' }

/** What is done about an order next, when, and how often it was done since the last news. */
export type Next = Act & { readonly at: Date; readonly asked: number }

/** Something that an order waits for, and the waits before it is done once, again ... in milliseconds; the last repeats. */
type Waiting = { readonly act: Act; readonly waitsMs: readonly number[] }

/** How long a SALE may take before its answer counts as lost, milliseconds. */
export const CHARGE_TIME_LIMIT_MS = 20_000

/** Waits before the first, second ... question about a missing notice. */
const questionsMs = [10_000, 30_000, 60_000, 300_000] as const
/** The same for a payment that was sent: networks are quick, and asking costs nothing. */
const payoutQuestionsMs = [1_000, 2_000, 5_000, 15_000, 60_000] as const
/** How long the sending of coins may take before its answer counts as lost, milliseconds. */
const PAYOUT_TIME_LIMIT_MS = 10_000

/**
 * The next step of an order and its time, from what is known alone. `asked` counts the steps since the last news.
 * Where several things wait they take turns, so that none starves another, at the pace of the most urgent.
 */
export function next(order: Order, now: Date, asked: number): Next | undefined {
  const waiting = [...coins(order), ...charges(order), ...returns(order)]
  const [first] = waiting
  const turn = waiting[asked % waiting.length]
  if (!first || !turn) return expiry(order)
  const times = Math.floor(asked / waiting.length)
  const waitMs = Math.min(waitOf(turn, times), waitOf(first, times))
  return { ...turn.act, asked: times, at: new Date(now.getTime() + waitMs) }
}

/** What the buyer waits for most. While the operator is waited for coins that may have left are asked about only. */
function coins(order: Order): Waiting[] {
  if (awaitsPrice(order)) return [{ act: { verb: 'price' }, waitsMs: [0, ...payoutQuestionsMs] }]
  switch (order.payout?.state) {
    case 'due':
      return mayPayOut(order) ? [{ act: { verb: 'pay_out' }, waitsMs: [0, ...payoutQuestionsMs] }] : []
    case 'sending': {
      const verb = mayPayOut(order) ? 'pay_out' : 'ask_payout'
      return [{ act: { verb }, waitsMs: [PAYOUT_TIME_LIMIT_MS + 2_000, ...payoutQuestionsMs] }]
    }
    case 'sent':
      return [{ act: { verb: 'ask_payout' }, waitsMs: payoutQuestionsMs }]
    case 'done':
    case 'refused':
    case undefined:
      return []
  }
}

/** Charges whose outcome is open. */
function charges({ attempts }: Order): Waiting[] {
  return attempts
    .filter(({ state }) => state === 'open' || state === 'challenged' || state === 'held')
    .map((attempt) => ({ act: { verb: 'ask_charge', attempt }, waitsMs: questionsOf(attempt) }))
}

/** Money that goes back, or is held and would not go. */
function returns(order: Order): Waiting[] {
  return order.attempts.flatMap((attempt): Waiting[] => {
    if (attempt.state === 'returning' && !attempt.accepted && !isStopped(order))
      return [{ act: { verb: 'refund', attempt }, waitsMs: [0, ...questionsMs] }]
    const isOpen = attempt.state === 'returning' || (attempt.state === 'owed' && !attempt.settled)
    return isOpen ? [{ act: { verb: 'ask_charge', attempt }, waitsMs: questionsMs }] : []
  })
}

function expiry(order: Order): Next | undefined {
  const at = lapsesAt(order)
  return at === null || hasEnded(order) ? undefined : { verb: 'expire', at, asked: 0 }
}

function questionsOf(attempt: Attempt): readonly number[] {
  return attempt.state === 'open' ? [CHARGE_TIME_LIMIT_MS + 2_000, ...questionsMs] : questionsMs
}

function waitOf({ waitsMs }: Waiting, times: number): number {
  return waitsMs[Math.min(times, waitsMs.length - 1)] ?? 0
}
