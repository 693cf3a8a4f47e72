import { lapseDeposits, type ModelDeposits } from './ModelDeposits.ts'
import type { ModelTransfer } from './ModelTransfer.ts'

const byCard = ['card', 'card_big', 'coupon', 'to_network', 'floating', 'top_up', 'merchant'] as const
const byDeposit = ['deposit', 'deposit_up'] as const
const byBalance = ['withdrawal', 'to_bank'] as const

/** The ways in which an order comes to be, is paid and pays out. */
export const forms = [...byCard, 'sepa', ...byDeposit, ...byBalance] as const
export type Form = (typeof forms)[number]

export const cardForms: readonly Form[] = byCard
export const depositForms: readonly Form[] = byDeposit
export const balanceForms: readonly Form[] = byBalance

/** An order as the model knows it: what was done about it, and so what has to become of it. */
export type ModelOrder = {
  readonly form: Form
  /** partner_order_id, and the exchange's own. */
  readonly id: string
  readonly orderId: string
  /** When it was placed, or went on to wait for its money. */
  sinceMs: number
  /**
   * `challenged`: the buyer's bank asks. `charged`: a card is held, and the platform has not decided. `pending`: its client
   * has something to show first. `unwanted`: what came is not what it may be for.
   */
  state: 'waiting' | 'challenged' | 'charged' | 'pending' | 'paid' | 'returned' | 'unwanted' | 'ended'
  /** The status in which it ended without coins. */
  ending: 'expired' | 'canceled' | 'error' | 'refunded' | null
  /** Cards that were declined, and wrong codes. */
  failures: number
  /** What the partner knows a withdrawal by, and its code. */
  readonly uuid: string | null
  readonly code: string | null
  /** The secret of its page. */
  readonly pageKey: string
  /** The buyer's way in, once there was one. */
  entry: { readonly path: string; readonly session: string } | null
  /** Where its coins go on the chain: a wallet of its own; null where they do not leave by it. */
  readonly wallet: `0x${string}` | null
  /** What came by bank; null where nothing can. */
  readonly transfers: ModelTransfer[] | null
  /** How far the bank is with what leaves by it. `back`: its payee's bank would not have it. */
  bank: 'nothing' | 'ordered' | 'left' | 'back'
  /** What the bank of its card took back, and whether that was won. */
  dispute: 'none' | 'lost' | 'won'
  /** Whether it waits for the operator with its money, wherever that was at the time. */
  isStopped: boolean
  /** Whether the operator has given its money back. */
  isRefunded: boolean
  /** Whether the operator has seen what its client was asked for. */
  isApproved: boolean
  /** What came to its address; null where it has none. */
  readonly deposits: ModelDeposits | null
}

const MINUTE_MS = 60_000
const MOST_CARDS = 3
const MOST_CODES = 5

/** How long an order of each form waits for its money, milliseconds. */
const PENDING_MS = 7 * 24 * 60 * MINUTE_MS
const lifeMs: Readonly<Record<Form, number>> = {
  card: 60 * MINUTE_MS,
  card_big: 60 * MINUTE_MS,
  coupon: 60 * MINUTE_MS,
  to_network: 60 * MINUTE_MS,
  floating: 60 * MINUTE_MS,
  top_up: 60 * MINUTE_MS,
  merchant: 60 * MINUTE_MS,
  sepa: 3 * 24 * 60 * MINUTE_MS,
  deposit: 15 * MINUTE_MS,
  deposit_up: 15 * MINUTE_MS,
  withdrawal: 10 * MINUTE_MS,
  to_bank: 10 * MINUTE_MS,
}

export function lapsesAtMs({ form, sinceMs, state }: ModelOrder): number {
  return sinceMs + (state === 'pending' ? PENDING_MS : lifeMs[form])
}

/** Whether an order takes money now: it waits, and its time is not over. */
export function isOpen(order: ModelOrder, nowMs: number): boolean {
  return order.state === 'waiting' && nowMs < lapsesAtMs(order)
}

/** An order whose time is over while it waits has ended. */
export function lapse(order: ModelOrder, nowMs: number): void {
  const mayLapse = order.state === 'waiting' || order.state === 'pending'
  if (!mayLapse || order.isStopped || nowMs < lapsesAtMs(order)) return
  const found = order.deposits ? lapseDeposits(order.deposits) : 'nothing'
  if (found === 'nothing') end(order, 'expired')
  if (found === 'too_little') order.state = 'unwanted'
}

export function end(order: ModelOrder, ending: NonNullable<ModelOrder['ending']>): void {
  order.state = 'ended'
  order.ending = ending
}

/** A card was declined: the third ends the order. */
export function declined(order: ModelOrder): void {
  order.failures += 1
  order.state = 'waiting'
  if (order.failures === MOST_CARDS) end(order, 'error')
}

/** A wrong code came: the fifth ends the withdrawal. */
export function wrongCode(order: ModelOrder): void {
  order.failures += 1
  if (order.failures === MOST_CODES) end(order, 'canceled')
}
