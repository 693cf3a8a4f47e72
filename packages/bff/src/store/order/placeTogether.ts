import type { CallbackSlot } from '@cambio/exchange/callback/CallbackDelivery.ts'
import type { Placement } from '@cambio/exchange/order/OrderStore.ts'
import { normalizedAddress } from '@cambio/exchange/screening/normalizedAddress.ts'
import { walletPaid } from '@cambio/exchange/screening/walletPaid.ts'
import type { Statement } from '@cambio/server/postgres/Database.ts'
import { jsonRow } from '@cambio/server/postgres/gathered/jsonRow.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { beginDelivery, receiverColumns, reserveSlot, wakesOf, type ReceiverRow } from './orderWrite.ts'
import { placedColumns } from './placeStatement.ts'

/** Whether an order may be written together with others: most orders that come over the API may. */
export function mayBeTogether({ order, journals, callbacks, code }: Placement): boolean {
  const { requestId, metadata } = order
  return (
    requestId === null &&
    code === null &&
    journals.length === 0 &&
    callbacks.length > 0 &&
    Object.keys(metadata).length === 0
  )
}

/**
 * Writes new orders in one statement, each as `placeStatement` would write it. Where one of them breaks a rule of the
 * database, none is written. An order that is not written for another reason leaves the others as they are.
 * @param placements those for which `mayBeTogether` holds, of which no two have the same id of one partner
 * @returns says of each whether it was written
 */
export async function placeTogether(
  { query, keys, slots, legalNoticeId }: StoreDeps,
  placements: readonly Placement[],
): Promise<(placement: Placement) => boolean> {
  const writes = placements.map((placement) => ({
    ...placement,
    slot: reserveSlot(slots, placement),
    at: placement.order.createdAt,
  }))
  const rows = await query<ReceiverRow & { readonly id: string }>(statementOf(writes, legalNoticeId)).catch(
    (error: unknown) => {
      for (const { slot } of writes) slot?.release()
      throw error
    },
  )
  const written = new Map(rows.map((row) => [row.id, row]))
  for (const write of writes) beginDelivery(keys, write, written.get(write.order.id))
  return ({ order }) => written.has(order.id)
}

type Write = Placement & { readonly slot: CallbackSlot | null; readonly at: Date }

function statementOf(writes: readonly Write[], legalNoticeId: bigint | undefined): Statement {
  // Two statements that each wait for a claim of the other would end one of them: all claim in one order.
  const sorted = writes.toSorted((one, other) => (claimedId(one) < claimedId(other) ? -1 : 1))
  const orders = sorted.map((write) => placedColumns(write, legalNoticeId))
  const names = Object.keys(orders[0] ?? {})
  return {
    name: ['order_place_together', ...(legalNoticeId === undefined ? [] : ['legal'])].join('_'),
    text: textOf(names),
    values: [
      JSON.stringify(orders.map(jsonRow)),
      JSON.stringify(sorted.map(claimOf)),
      JSON.stringify(sorted.flatMap(eventsOf)),
      JSON.stringify(sorted.flatMap(callbacksOf)),
      sorted[0]?.at,
    ],
    wakes: [...new Set(sorted.flatMap((write) => wakesOf(write, write.slot)))],
  }
}

/** What a new order claims: its partner's id, whichever partner it is. */
export function claimedId({ order: { partnerId, partnerOrderId } }: Pick<Placement, 'order'>): string {
  return `${partnerId} ${partnerOrderId}`
}

function claimOf({ order }: Write): object {
  const { id, partnerId, partnerOrderId } = order
  const wallet = walletPaid(order)
  return {
    id,
    partner_id: partnerId,
    partner_order_id: partnerOrderId,
    wallet: wallet && normalizedAddress(wallet),
  }
}

function eventsOf({ order }: Write): readonly object[] {
  return order.events.map((event) => ({ order_id: order.id, ...event }))
}

function callbacksOf({ order, callbacks, slot, at }: Write): readonly object[] {
  return callbacks.map(({ id, seq, kind, body, isOptional }) => ({
    id,
    order_id: order.id,
    seq,
    kind,
    body,
    is_optional: isOptional,
    created_at: at,
    lease_until: slot?.until ?? null,
    leased_by: slot?.leaseOwner ?? null,
  }))
}

/**
 * What exists already is asked for each order by itself: joined, the planner would read all orders where it last saw few.
 * Everything comes as JSON, of which the planner expects the same each time, so that it plans once. With arrays, whose
 * length it sees, it plans each time, which takes longer than the statement itself.
 */
function textOf(names: readonly string[]): string {
  return `
    with claim as (
      insert into partner_order_claim (partner_id, partner_order_id)
      select c.partner_id, c.partner_order_id
      from jsonb_to_recordset($2::jsonb) as c (id text, partner_id text, partner_order_id text, wallet text)
      where (select true from sanctioned_wallet where address = c.wallet) is null
        and (select true from orders where orders.id = c.id) is null
      on conflict do nothing returning partner_id, partner_order_id
    ),
    written as (
      insert into orders (${names.join(', ')})
      select ${names.map((name) => `o.${name}`).join(', ')}
      from jsonb_populate_recordset(null::orders, $1::jsonb) o join claim using (partner_id, partner_order_id)
      returning id, partner_id, created_at
    ),
    uncounted as (
      insert into order_uncounted (partner_id, created_at, order_id)
      select partner_id, created_at, id from written
    ),
    events as (
      insert into order_event (order_id, seq, fact, status, substatus, at)
      select e.order_id, e.seq, e.fact, e.status, e.substatus, e.at
      from jsonb_populate_recordset(null::order_event, $3::jsonb) e join written on written.id = e.order_id
    ),
    receiver as (
      select ${receiverColumns('$5')} from partner p where p.id = any (array(select partner_id from written))
    ),
    news as (
      insert into callback (id, order_id, partner_id, seq, body, kind, created_at, has_endpoints, state, why, ended_at,
        due_at, lease_until, leased_by, due_attempts)
      select c.id, c.order_id, c.partner_id, c.seq, c.body, c.kind, c.created_at, has_endpoints,
        case when not is_asked then 'feed_only' when url is null then 'failed' else 'waiting' end,
        case when is_asked and url is null then 'no endpoint' end,
        case when not is_asked or url is null then c.created_at end,
        case when is_sent then coalesce(lease_until, c.created_at + case when is_later then interval '5 minutes' else '0' end) end,
        case when is_sent then lease_until end,
        case when is_sent and lease_until is not null then leased_by end,
        case when is_sent and lease_until is not null then 1 else 0 end
      from (
        select asked.*, is_asked and url is not null as is_sent, coalesce(bool_or(is_asked)
          over (partition by order_id order by seq rows between unbounded preceding and 1 preceding), false) as is_later
        from (
          select c.*, receiver.*, case when c.is_optional then attempt_callbacks
            else 'all' = any (callback_events) or c.kind = any (callback_events) end as is_asked
          from jsonb_to_recordset($4::jsonb) as c (id text, order_id text, seq int4, kind text, body text, is_optional bool,
              created_at timestamptz, lease_until timestamptz, leased_by int4)
            join written on written.id = c.order_id join receiver using (partner_id)
        ) asked
      ) c
    )
    select written.id, receiver.* from written join receiver using (partner_id)`
}
