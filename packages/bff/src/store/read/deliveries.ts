import type { DeliveryAttempt } from '@cambio/exchange/callback/CallbackDelivery.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { CallbackKind } from '@cambio/wire/partner/Callback.ts'
import type { DeliveryState } from '@cambio/wire/partner/CallbackDelivery.ts'
import { MAIN_ENDPOINT } from '@cambio/wire/partner/CallbackEndpoint.ts'
import { bodyOf } from '../callback/endpointQueue.ts'

/** A callback on its way to one endpoint. */
export type ListedDelivery = {
  readonly id: string
  readonly orderId: string
  readonly seq: number
  readonly kind: CallbackKind | null
  readonly state: DeliveryState
  readonly attempts: number
  readonly why: string | null
  readonly createdAt: Date
  readonly createdMicros: bigint
  readonly endedAt: Date | null
  readonly next: Date | null
}

/** The endpoint of deliveries: its partner's id, and its own id unless it is the main endpoint. */
type EndpointOfPartner = { readonly partnerId: string; readonly endpointId: string }

/** Where a list continues: after this callback. */
export type DeliveryPlace = {
  readonly createdMicros: bigint
  readonly orderId: string
  readonly seq: number
}

/** Which deliveries to list; null means any. */
export type DeliveryFilter = EndpointOfPartner & {
  readonly state: DeliveryState | null
  readonly orderId: string | null
  readonly since: Date
  readonly place: DeliveryPlace | null
  readonly rows: number
}

/** Deliveries to an endpoint since a time, newest first. */
export function listDeliveries(query: Query, filter: DeliveryFilter): Promise<ListedDelivery[]> {
  const { partnerId, endpointId, state, orderId, since, place, rows } = filter
  const isMain = endpointId === MAIN_ENDPOINT
  const micros = place?.createdMicros ?? null
  const after = [micros, place?.orderId ?? null, place?.seq ?? null]
  // Each filter has its own text, so that each is planned for its index.
  const narrowed = [...(state === null ? [] : [state]), ...(orderId === null ? [] : ['order'])]
  return query<ListedDelivery>({
    name: ['read_deliveries', isMain ? 'main' : 'other', ...narrowed].join('_'),
    text: listText(isMain, state, orderId !== null),
    values: [isMain ? partnerId : endpointId, since, rows, ...after, ...(orderId === null ? [] : [orderId])],
  })
}

/**
 * Most deliveries to the main endpoint are in two indexes, depending on whether they have an event's number; deliveries
 * of an order, or in a state with its own index, are not. Both are read from their ends and merged.
 */
function listText(isMain: boolean, state: DeliveryState | null, isOfOrder: boolean): string {
  const isInTwo = isMain && !isOfOrder && (state === null || state === 'acknowledged')
  if (!isInTwo) return partText(isMain, state, isOfOrder)
  const [without, having] = ['null', 'not null'].map((has) =>
    partText(isMain, state, isOfOrder, `and c.event is ${has}`),
  )
  return `
    select * from ((${without}) union all (${having})) c
    order by c."createdAt" desc, c."orderId" desc, c.seq desc limit $3`
}

function partText(isMain: boolean, state: DeliveryState | null, isOfOrder: boolean, also = ''): string {
  const { table, endpoint, id } = isMain ? MAIN : OTHER
  return `
    select ${columnsWith(id)}
    from ${table} c
    where c.${endpoint} = $1 and c.created_at >= $2 ${isOfOrder ? 'and c.order_id = $7' : ''}
      and ${state === null ? `c.state <> 'feed_only'` : `c.state = '${state}'`}
      ${state === 'waiting' ? 'and c.due_at is not null' : ''} ${also}
      and ($4::int8 is null or (c.created_at, c.order_id, c.seq)
        < (to_timestamp(0) + $4::int8 * interval '1 microsecond', $5::text, $6::int4))
    order by c.created_at desc, c.order_id desc, c.seq desc limit $3`
}

function columnsWith(id: string): string {
  return `${id} as id, c.order_id as "orderId", c.seq, c.kind, c.state, c.due_attempts as attempts, c.why,
      c.created_at as "createdAt", (extract(epoch from c.created_at) * 1000000)::int8 as "createdMicros",
      c.ended_at as "endedAt", c.due_at as next`
}

const MAIN = { table: 'callback', endpoint: 'partner_id', id: 'c.id' } as const
const OTHER = { table: 'endpoint_callback', endpoint: 'endpoint_id', id: 'c.callback_id' } as const

/** A delivery with its body as it is sent; null once the body is deleted. */
export type FoundDelivery = ListedDelivery & { readonly body: string | null }

/** A delivery to an endpoint; undefined where there is none. */
export async function findDelivery(
  query: Query,
  { partnerId, endpointId }: EndpointOfPartner,
  callbackId: string,
): Promise<FoundDelivery | undefined> {
  const isMain = endpointId === MAIN_ENDPOINT
  const [found] = await query<FoundDelivery>({
    name: isMain ? 'read_delivery_main' : 'read_delivery',
    text: isMain ? FIND_MAIN : FIND,
    values: [isMain ? partnerId : endpointId, callbackId],
  })
  return found
}

const FIND_MAIN = `
  select ${columnsWith('c.id')}, c.body from callback c
  where c.id = $2 and c.partner_id = $1 and c.state <> 'feed_only'`

const FIND = `
  select ${columnsWith('c.callback_id')}, ${bodyOf('c')} as body
  from endpoint_callback c where c.id = $1 || ':' || $2`

/** The latest attempts to deliver a callback to an endpoint, oldest first. */
export function deliveryAttempts(
  query: Query,
  { endpointId }: Pick<EndpointOfPartner, 'endpointId'>,
  callbackId: string,
): Promise<DeliveryAttempt[]> {
  const isMain = endpointId === MAIN_ENDPOINT
  return query<DeliveryAttempt>({
    name: isMain ? 'read_attempts_main' : 'read_attempts',
    text: `
      select a.* from ${isMain ? 'callback c' : 'endpoint_callback c'} cross join lateral
        jsonb_to_recordset(c.attempts) as a (at timestamptz, "durationMs" int4, status int4, why text, text text)
      where c.id = ${isMain ? '$1' : `$2 || ':' || $1`}`,
    values: isMain ? [callbackId] : [callbackId, endpointId],
  })
}
