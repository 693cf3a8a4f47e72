/** The ways in which an order comes to be, is paid and pays out. */
export const forms = ['card', 'top_up', 'merchant', 'sepa', 'withdrawal'] as const
export type Form = (typeof forms)[number]

/** An order as the model knows it: what was done about it, and so what has to become of it. */
export type ModelOrder = {
  readonly form: Form
  /** partner_order_id, and the exchange's own. */
  readonly id: string
  readonly orderId: string
  readonly createdMs: number
  /** `charged`: a card is held, and the platform has not decided. */
  state: 'waiting' | 'charged' | 'paid' | 'returned' | 'ended'
  /** The status in which it ended without money. */
  ending: 'expired' | 'canceled' | 'error' | null
  /** Cards that were declined, and wrong codes. */
  failures: number
  /** What the partner knows a withdrawal by, and its code. */
  readonly uuid: string | null
  readonly code: string | null
  /** The buyer's way in, once there was one. */
  entry: { readonly path: string; readonly session: string } | null
  /** The statement that paid it. */
  statement: string | null
}

const MINUTE_MS = 60_000
const MOST_CARDS = 3
const MOST_CODES = 5

/** How long an order of each form waits for its money, milliseconds. */
const lifeMs: Readonly<Record<Form, number>> = {
  card: 60 * MINUTE_MS,
  top_up: 60 * MINUTE_MS,
  merchant: 60 * MINUTE_MS,
  sepa: 3 * 24 * 60 * MINUTE_MS,
  withdrawal: 10 * MINUTE_MS,
}

/** Whether an order takes money now: it waits, and its time is not over. */
export function isOpen({ form, state, createdMs }: ModelOrder, nowMs: number): boolean {
  return state === 'waiting' && nowMs < createdMs + lifeMs[form]
}

/** An order whose time is over while it waits has ended. */
export function lapse(order: ModelOrder, nowMs: number): void {
  if (order.state === 'waiting' && !isOpen(order, nowMs)) end(order, 'expired')
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

/** The status in which an order has to end, once everything has come to rest. */
export function lastStatus({ state, ending }: ModelOrder): string {
  if (state === 'paid') return 'finished'
  return state === 'returned' ? 'refunded' : (ending ?? 'expired')
}

/** Where the buyer's money has to be then. */
export function lastMoney({ state }: ModelOrder): readonly string[] {
  if (state === 'paid') return ['taken']
  return state === 'returned' ? ['returned'] : ['not_taken', 'returned']
}
