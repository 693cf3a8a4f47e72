import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Callback, OrderWrite } from '@cambio/exchange/order/OrderStore.ts'
import type { Statement } from '@cambio/server/postgres/Database.ts'
import type { DueTable } from '@cambio/server/work/due.ts'
import { endpointColumns, endpointOf, type EndpointRow } from './endpointColumns.ts'
import type { StoreDeps } from './StoreDeps.ts'

export const dueOrders: DueTable & { channel: string } = { table: 'orders', key: 'id', channel: 'orders_due' }
export const CALLBACKS_CHANNEL = 'callbacks_due'

/**
 * Runs a statement that writes an order, whose last two values are the lease of its callbacks, and hands them over.
 * Those that nobody here has a hand for are told of.
 */
export async function writeWith(
  { desk, keys, query }: StoreDeps,
  { order: { partnerId }, callbacks }: Pick<OrderWrite, 'order' | 'callbacks'>,
  { values, wakes, ...statement }: Required<Statement>,
): Promise<boolean> {
  const hand = callbacks.length > 0 ? (desk?.reserve(partnerId) ?? null) : null
  const isTold = callbacks.length > 0 && hand === null
  const written: Statement = {
    ...statement,
    values: [...values, hand?.until ?? null, hand?.holder ?? null],
    wakes: isTold ? [...wakes, CALLBACKS_CHANNEL] : wakes,
  }
  const [row] = await query<WrittenRow>(written).catch((error: unknown) => {
    hand?.release()
    throw error
  })
  if (row?.written === 1 && row.lease_until !== null && row.url !== null) {
    const endpoint = endpointOf(keys, row)
    hand?.begin(callbacks.map(({ id, body }) => ({ key: id, id, body, attempt: 1, ...endpoint })))
  } else hand?.release()
  return row?.written === 1
}

/** Who has something to do at once after a write. */
export function dueWakes({ due }: Pick<OrderWrite, 'due'>, at: Date): string[] {
  return due !== null && due <= at ? [dueOrders.channel] : []
}

/**
 * The parts of a write that are the same whether the order is new. "written" is the order, or nothing.
 * @param until the parameter that says until when its callbacks are leased; null leaves them to whoever takes them
 * @param holder the parameter that says by whom
 */
export const consequences = (until: string, holder: string) => `
  events as (
    insert into order_event (order_id, seq, fact, status, substatus, detail, at)
    select written.id, e.seq, e.fact, e.status, e.substatus, e.detail, e.at
    from written, jsonb_to_recordset($2::jsonb)
      as e (seq int4, fact text, status text, substatus text, detail jsonb, at timestamptz)
  ),
  receiver as (
    select ${endpointColumns('$4')}, case when not exists (
      select from callback e join written on e.order_id = written.id where e.state = 'waiting') then ${until}::timestamptz
    end as lease_until
    from partner p where p.id = (select partner_id from written)
  ),
  news as (
    insert into callback (id, order_id, partner_id, seq, body, created_at, state, why, ended_at, due_at, lease_until,
      leased_by, due_attempts)
    select c.id, written.id, written.partner_id, c.seq, c.body, $4::timestamptz,
      case when url is null then 'failed' else 'waiting' end,
      case when url is null then 'no endpoint' end,
      case when url is null then $4::timestamptz end,
      case when url is null then null when lease_until is not null then lease_until
        when c.place = 1 then $4::timestamptz else $4::timestamptz + interval '5 minutes' end,
      case when url is not null then lease_until end,
      case when url is not null and lease_until is not null then ${holder}::int4 end,
      case when url is not null and lease_until is not null then 1 else 0 end
    from written, receiver, rows from (jsonb_to_recordset($3::jsonb) as (id text, seq int4, body text))
      with ordinality as c (id, seq, body, place)
  )
  select (select count(*) from written)::int4 as written, receiver.*,
    (select sum(post_journals($6::jsonb, $4::timestamptz)) from written where jsonb_array_length($6::jsonb) > 0)
  from (select) one left join receiver on true`

/** What a write says of itself: whether it was one, and where its callbacks go, where they were leased. */
type WrittenRow = EndpointRow & { readonly written: number; readonly lease_until: Date | null }

/** The events after one that was seen. The fact stands with the last of them, since one fact may pass two statuses. */
export function eventsOf(order: Order, seen: number, fact?: OrderWrite['fact']): string {
  return json(
    order.events
      .filter((event) => event.seq > seen)
      .map((event) => ({ ...event, detail: event.seq === order.seq ? (fact ?? null) : null })),
  )
}

export function newsOf(callbacks: readonly Callback[]): string {
  return json(callbacks.map(({ id, seq, body }) => ({ id, seq, body })))
}

/** Money goes into JSON as text, where a number would lose digits. */
export function json(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? member.toString() : member,
  )
}
