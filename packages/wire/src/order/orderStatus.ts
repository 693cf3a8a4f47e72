/** The statuses of an order. The API reference explains each. */
export const statuses = [
  'payin_pending',
  'confirmation_pending',
  'auth_success',
  'processing',
  'processing_payout',
  'pending',
  'finished',
  'canceled',
  'error',
  'expired',
  'refunded',
] as const
export type Status = (typeof statuses)[number]

/** The stage of a status: its money is awaited, or received; the order is fulfilled, or failed. */
export type Stage = 'unpaid' | 'paid' | 'done' | 'off'

const stages: Readonly<Record<Status, Stage>> = {
  payin_pending: 'unpaid',
  confirmation_pending: 'unpaid',
  auth_success: 'paid',
  processing: 'unpaid',
  processing_payout: 'paid',
  pending: 'unpaid',
  finished: 'done',
  canceled: 'off',
  error: 'off',
  expired: 'off',
  refunded: 'off',
}

/** The statuses of some stages. */
export function statusesAt(...chosen: readonly Stage[]): Status[] {
  return statuses.filter((status) => chosen.includes(stages[status]))
}

/** Statuses after which nothing more is expected to happen. */
export const ended: ReadonlySet<Status> = new Set(statusesAt('done', 'off'))
