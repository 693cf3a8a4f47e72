import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type * as Money from '@cambio/wire/Money.ts'
import { actsOnOrder, type OrderAct } from '../acts.ts'
import { beforeCallbacksOf } from '../callback/callbackSpan.ts'

/** What is stored about an order beside the order itself. */
export type OrderTimeline = {
  readonly partner: string
  /** The partner's id for its client, where the partner registered one. */
  readonly clientExternalId: string | null
  /** The verification of its client that waits for the operator; null where there is none. */
  readonly openReview: string | null
  /** The notes of events, by the events' numbers. */
  readonly notes: ReadonlyMap<number, string>
  readonly acts: readonly OrderAct[]
  readonly callbacks: readonly OrderCallback[]
  readonly bankPayments: readonly OrderBankPayment[]
}

export type OrderCallback = {
  /** Number of the event that it reports. */
  readonly seq: number
  readonly state: string
  readonly why: string | null
  readonly attempts: number
  readonly next: Date | null
}

/** A payment ordered from a bank: an order's pay-out, or the refund of one of its transfers. */
export type OrderBankPayment = {
  /** Its EndToEndId. */
  readonly id: string
  readonly state: string
  readonly amount: Money.Money
  /** The transfer that it refunds; null for a pay-out. */
  readonly transfer: number | null
  /** The file that it was exported in; null while it is in none. */
  readonly fileId: string | null
  readonly exportedAt: Date | null
  /** Why the bank rejected it; null where it did not. */
  readonly rejectReason: string | null
}

/** Everything stored about an order that is not part of it. */
export async function orderTimeline(query: Query, order: Order): Promise<OrderTimeline> {
  const [owner] = await query<{
    partner: string
    clientExternalId: string | null
    openReview: string | null
  }>({ name: 'read_order_owner', text: OWNER, values: [order.partnerId, order.clientId] })
  const values = [order.id]
  const notes = await query<{ seq: number; note: string }>({ name: 'read_order_notes', text: NOTES, values })
  const payments = await query<PaymentRow>({ name: 'read_order_payments', text: PAYMENTS, values })
  return {
    partner: owner?.partner ?? '',
    clientExternalId: owner?.clientExternalId ?? null,
    openReview: owner?.openReview ?? null,
    notes: new Map(notes.map(({ seq, note }) => [seq, note])),
    acts: await actsOnOrder({ query }, order.id),
    callbacks: await query<OrderCallback>({
      name: 'read_order_callbacks',
      text: CALLBACKS,
      values: [order.id, beforeCallbacksOf(order)],
    }),
    bankPayments: payments.map(({ units, currency, ...payment }) => ({
      ...payment,
      amount: { units, currency },
    })),
  }
}

/** The order whose child this is, and whose coins were sold for its partner; undefined where it is no child. */
export async function parentOf(query: Query, childId: string): Promise<string | undefined> {
  const text = 'select id from orders where child_id = $1'
  const [parent] = await query<{ id: string }>({ name: 'read_order_parent', text, values: [childId] })
  return parent?.id
}

type PaymentRow = Omit<OrderBankPayment, 'amount'> & { readonly units: bigint; readonly currency: string }

const OWNER = `
  select p.name as partner, a.external_id as "clientExternalId", r.id as "openReview"
  from partner p left join client_account a on a.client_id = $2
    left join verification_review r on r.client_id = $2 and r.closed_at is null
  where p.id = $1`

const NOTES = "select seq, detail->>'note' as note from order_event where order_id = $1 and detail ? 'note'"

const CALLBACKS = `
  select seq, state, why, due_attempts as attempts, due_at as next from callback
  where order_id = $1 and created_at >= $2 order by seq`

const PAYMENTS = `
  select id, state, units, currency, transfer_number as transfer, file_id as "fileId",
    exported_at as "exportedAt", reject_reason as "rejectReason"
  from bank_payment where order_id = $1 order by created_at, id`
