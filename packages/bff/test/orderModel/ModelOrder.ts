import { lapseDeposits, type ModelDeposits } from './ModelDeposits.ts'

/** The ways in which an order comes to be, is paid and pays out. */
export const forms = [
  'card',
  'to_network',
  'floating',
  'top_up',
  'merchant',
  'sepa',
  'deposit',
  'deposit_up',
  'withdrawal',
] as const
export type Form = (typeof forms)[number]

export const cardForms: readonly Form[] = ['card', 'to_network', 'floating', 'top_up', 'merchant']
export const depositForms: readonly Form[] = ['deposit', 'deposit_up']

/** An order as the model knows it: what was done about it, and so what has to become of it. */
export type ModelOrder = {
  readonly form: Form
  /** partner_order_id, and the exchange's own. */
  readonly id: string
  readonly orderId: string
  readonly createdMs: number
  /** `charged`: a card is held, and the platform has not decided. `unwanted`: what came is not what it may be for. */
  state: 'waiting' | 'charged' | 'paid' | 'returned' | 'unwanted' | 'ended'
  /** The status in which it ended without money. */
  ending: 'expired' | 'canceled' | 'error' | null
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
  /** The statement that paid it. */
  statement: string | null
  /** What came to its address; null where it has none. */
  readonly deposits: ModelDeposits | null
}

const MINUTE_MS = 60_000
const MOST_CARDS = 3
const MOST_CODES = 5

/** How long an order of each form waits for its money, milliseconds. */
const lifeMs: Readonly<Record<Form, number>> = {
  card: 60 * MINUTE_MS,
  to_network: 60 * MINUTE_MS,
  floating: 60 * MINUTE_MS,
  top_up: 60 * MINUTE_MS,
  merchant: 60 * MINUTE_MS,
  sepa: 3 * 24 * 60 * MINUTE_MS,
  deposit: 15 * MINUTE_MS,
  deposit_up: 15 * MINUTE_MS,
  withdrawal: 10 * MINUTE_MS,
}

export function lapsesAtMs({ form, createdMs }: ModelOrder): number {
  return createdMs + lifeMs[form]
}

/** Whether an order takes money now: it waits, and its time is not over. */
export function isOpen(order: ModelOrder, nowMs: number): boolean {
  return order.state === 'waiting' && nowMs < lapsesAtMs(order)
}

/** An order whose time is over while it waits has ended. */
export function lapse(order: ModelOrder, nowMs: number): void {
  if (order.state !== 'waiting' || isOpen(order, nowMs)) return
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
