import type { Installation } from './Installation.ts'

/** An order as the exchange has it. */
export type OrderRow = {
  readonly id: string
  readonly partner_order_id: string
  readonly status: string
  readonly payin_group: string
  readonly payout_group: string
  readonly payout_currency: string
  /** A whole number, as text. */
  readonly payout_units: string
}

export function readOrders({ cluster }: Pick<Installation, 'cluster'>): Promise<readonly OrderRow[]> {
  return cluster.query<OrderRow>(
    'exchange',
    `select id, partner_order_id, status, payin_group, payout_group, payout_currency, payout_units::text
    from exchange.orders`,
  )
}
