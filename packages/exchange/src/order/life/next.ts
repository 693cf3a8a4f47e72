import { payinWaits } from '../../payin/Payin.ts'
import { payoutTraitsOf } from '../../payout/traits/PayoutTraits.ts'
import {
  awaitsCheck,
  awaitsPrice,
  hasEnded,
  isStopped,
  expiresAtOf,
  mayOpen,
  mayPayOut,
  type Order,
} from '../Order.ts'

type Act =
  /** Asks about one of the order's payments, or refunds it. */
  | { readonly verb: 'ask_payin' | 'refund'; readonly number: number }
  | { readonly verb: 'check' }
  | { readonly verb: 'price' }
  /** Opens the order for payment by its client, who was unknown so far. */
  | { readonly verb: 'open' }
  | { readonly verb: 'pay_out' }
  | { readonly verb: 'ask_payout' }
  | { readonly verb: 'expire' }

/** The next step of an order, its time, and how often it was done since the last change. */
export type Next = Act & { readonly at: Date; readonly tries: number }

/** Something that an order waits for, and the waits before each try, milliseconds; the last repeats. */
type Waiting = { readonly act: Act; readonly waitsMs: readonly number[] }

/**
 * Waits between questions about a sent payment: networks are quick, and asking costs nothing. The last is the longest
 * that an order waits after its node is available again.
 */
const payoutQuestionsMs = [1_000, 1_000, 1_000, 2_000, 5_000, 15_000, 30_000] as const
/**
 * Waits between questions about a bank's payment. The bank reports by statements only: asking catches a missed
 * statement.
 */
const bankQuestionsMs = [60_000, 600_000, 3_600_000] as const
/** How long the sending of coins may take before its answer counts as lost, milliseconds. */
const PAYOUT_TIME_LIMIT_MS = 10_000

/**
 * Decides the next step of an order and its time from the order alone. Where several things wait they take turns at the
 * pace of the most urgent, so that none starves another.
 * @param tries steps done for the order since the last change
 */
export function next(order: Order, now: Date, tries: number): Next | undefined {
  const end = lapse(order, now)
  // An expired order can no longer be paid.
  const waiting = [...(end.length > 0 ? [] : coins(order)), ...payments(order), ...end]
  const [first] = waiting
  const turn = waiting[tries % waiting.length]
  if (!first || !turn) return expiry(order)
  const rounds = Math.floor(tries / waiting.length)
  const waitMs = Math.min(waitOf(turn, rounds), waitOf(first, rounds))
  return { ...turn.act, tries: rounds, at: notAfterEnd(order, now, new Date(now.getTime() + waitMs)) }
}

/** Money that is too little to be priced is checked again when its order would expire. */
function notAfterEnd({ expiresAt }: Order, now: Date, at: Date): Date {
  return expiresAt !== null && now < expiresAt && expiresAt < at ? expiresAt : at
}

/**
 * What an order's pay-out waits for, most urgent first. While the order is stopped, coins that may have left are only
 * asked about.
 */
function coins(order: Order): Waiting[] {
  if (awaitsCheck(order)) return [{ act: { verb: 'check' }, waitsMs: [0, ...payoutQuestionsMs] }]
  if (awaitsPrice(order)) return [{ act: { verb: 'price' }, waitsMs: [0, ...payoutQuestionsMs] }]
  if (mayOpen(order)) return [{ act: { verb: 'open' }, waitsMs: [0, ...payoutQuestionsMs] }]
  switch (order.payout?.state) {
    case 'due':
      return mayPayOut(order) ? [{ act: { verb: 'pay_out' }, waitsMs: [0, ...payoutQuestionsMs] }] : []
    case 'sending': {
      const verb = mayPayOut(order) ? 'pay_out' : 'ask_payout'
      return [{ act: { verb }, waitsMs: [PAYOUT_TIME_LIMIT_MS + 2_000, ...questionsOf(order)] }]
    }
    case 'sent':
      return [{ act: { verb: 'ask_payout' }, waitsMs: payoutQuestionsMs }]
    case 'done':
    case 'refused':
    case undefined:
      return []
  }
}

function questionsOf({ quote }: Order): readonly number[] {
  return payoutTraitsOf(quote.payoutGroup).isByBank ? bankQuestionsMs : payoutQuestionsMs
}

/** Payments with an unknown outcome, and refunds under way. */
function payments(order: Order): Waiting[] {
  return payinWaits(order.payin, !isStopped(order)).map(({ verb, number, waitsMs }) => ({
    act: { verb, number },
    waitsMs,
  }))
}

/** An order expires at its time, even while other money is being refunded. */
function lapse(order: Order, now: Date): Waiting[] {
  const end = expiry(order)
  return end && end.at <= now ? [{ act: { verb: 'expire' }, waitsMs: [0] }] : []
}

function expiry(order: Order): Next | undefined {
  const at = expiresAtOf(order)
  return at === null || hasEnded(order) ? undefined : { verb: 'expire', at, tries: 0 }
}

function waitOf({ waitsMs }: Waiting, rounds: number): number {
  return waitsMs[Math.min(rounds, waitsMs.length - 1)] ?? 0
}
