import type { CallbackSlot, CallbackSlots } from '@cambio/exchange/callback/CallbackDelivery.ts'
import type { Event } from '@cambio/exchange/order/Order.ts'
import type { Callback, OrderWrite } from '@cambio/exchange/order/OrderStore.ts'
import { journalsParameter } from '@cambio/server/postgres/Ledger.ts'
import type { DueTable } from '@cambio/server/work/due.ts'
import type { Keys } from '../../program/Keys.ts'
import { beforeCallbacksOf } from '../callback/callbackSpan.ts'
import { endpointColumns, endpointOf, type EndpointRow } from '../callback/endpointColumns.ts'
import type { Parameters } from '../parameters.ts'
import type { StoreDeps } from '../StoreDeps.ts'

export const dueOrders: DueTable & { channel: string } = { table: 'orders', key: 'id', channel: 'orders_due' }
export const CALLBACKS_CHANNEL = 'callbacks_due'

/** What is written with an order, whether it is new or changed. */
export type Consequences = Pick<OrderWrite, 'order' | 'journals' | 'callbacks' | 'due'> & {
  /** The number of the last stored event; 0 for a new order. */
  readonly seqBefore: number
  /** The fact that caused the new events; null for a new order. */
  readonly fact: OrderWrite['fact'] | null
  readonly at: Date
}

/**
 * A statement so far: `parts` are common table expressions. The one named "written" is the order's row, or is empty.
 */
export type OrderStatement = {
  /** The statement's name, which differs for other parts. */
  readonly name: string
  readonly parts: readonly string[]
  readonly parameters: Parameters
  readonly wakes: readonly string[]
}

/**
 * Writes an order with all its consequences, in one statement that has parts only for what there is to write. Its
 * callbacks go straight to the deliveries of this process. Where those have no free slot, every process is notified
 * that callbacks are due.
 * @returns whether it was written
 */
export async function writeOrder(
  { slots, keys, query }: StoreDeps,
  input: Consequences,
  statement: OrderStatement,
): Promise<boolean> {
  const slot = reserveSlot(slots, input)
  const whole = { ...completed(statement, input, slot), wakes: [...statement.wakes, ...wakesOf(input, slot)] }
  const [row] = await query<WrittenRow>(whole).catch((error: unknown) => {
    slot?.release()
    throw error
  })
  const isWritten = row?.written === 1
  beginDelivery(keys, { slot, ...input }, isWritten && row.lease_until ? row : undefined)
  return isWritten
}

/** A slot for the callbacks of a write, where there are any and this process has a free one. */
export function reserveSlot(
  slots: CallbackSlots | null,
  { order, callbacks }: Pick<Consequences, 'order' | 'callbacks'>,
): CallbackSlot | null {
  return callbacks.length > 0 ? (slots?.reserve(order.partnerId) ?? null) : null
}

/** The channels to notify once a write is committed. */
export function wakesOf(
  { callbacks, due, at }: Pick<Consequences, 'callbacks' | 'due' | 'at'>,
  slot: CallbackSlot | null,
): readonly string[] {
  return [
    ...(callbacks.length > 0 && slot === null ? [CALLBACKS_CHANNEL] : []),
    ...(due !== null && due <= at ? [dueOrders.channel] : []),
  ]
}

/** Begins to deliver what was written with a lease, or frees its slot. `row` is undefined where nothing was leased. */
export function beginDelivery(
  keys: Keys,
  { slot, callbacks, at }: Pick<Consequences, 'callbacks' | 'at'> & { readonly slot: CallbackSlot | null },
  row: ReceiverRow | undefined,
): void {
  const sent = row && row.url !== null ? callbacks.filter((callback) => isAskedFor(callback, row)) : []
  if (row === undefined || sent.length === 0) return slot?.release()
  const endpoint = endpointOf(keys, row)
  slot?.begin(sent.map(({ id, body }) => ({ key: id, id, createdAt: at, body, attempt: 1, ...endpoint })))
}

/** The address of a partner's callbacks, and those that are sent there. */
export type ReceiverRow = EndpointRow & {
  readonly attempt_callbacks: boolean
  readonly callback_events: readonly string[]
}

/** SQL columns for the row of a receiver, the partner `p`, at the time in a parameter. */
export function receiverColumns(at: string): string {
  return `${endpointColumns(`${at}::timestamptz`)}, p.attempt_callbacks, p.callback_events,
      exists (select from callback_endpoint e where e.partner_id = p.id) as has_endpoints`
}

/** The answer of a write: whether the order was written, and its callbacks' address, where there are callbacks. */
type WrittenRow = ReceiverRow & {
  /** Null where it was not. */
  readonly written: 1 | null
  readonly lease_until: Date | null | undefined
}

/** Whether a callback is sent to the partner's own endpoint. The feed has it in any case. */
function isAskedFor(
  { kind, isOptional }: Callback,
  { attempt_callbacks: isAsked, callback_events: events }: ReceiverRow,
): boolean {
  return isOptional ? isAsked : events.includes('all') || events.includes(kind)
}

type Lease = { readonly until: Date; readonly leaseOwner: number | null } | null

function completed({ name, parts, parameters }: OrderStatement, input: Consequences, lease: Lease) {
  const { order, callbacks, journals, seqBefore } = input
  // PostgreSQL refuses a parameter that the text does not use.
  const at = callbacks.length + journals.length > 0 ? parameters.add(input.at) : ''
  const events = order.events.filter((event) => event.seq > seqBefore)
  const whole = [
    ...parts,
    ...(events.length > 0 ? [eventsPart(parameters, input, events)] : []),
    ...(callbacks.length > 0
      ? [receiverPart(parameters, at, input, lease), callbackPart(parameters, at, callbacks, lease)]
      : []),
  ]
  // Where there is nothing else to answer, a row is needed all the same. A partner is never removed.
  const text = `
    with ${whole.join(',\n')}
    select (select 1 from written) as written
      ${callbacks.length > 0 ? ', endpoint.*' : ''}
      ${journals.length > 0 ? `, (select sum(post_journals(${parameters.add(journalsParameter(journals))}::jsonb, ${at}::timestamptz)) from written)` : ''}
    ${callbacks.length > 0 ? 'from endpoint' : ''}`
  const shape = [events.length, callbacks.length, ...(journals.length > 0 ? ['posting'] : [])]
  return { name: [name, ...shape].join('_'), text, values: parameters.values }
}

/** The statement's part for events. The fact is stored with its last event, since one fact may pass two statuses. */
function eventsPart(all: Parameters, { order, fact }: Consequences, events: readonly Event[]): string {
  const rows = events.map(({ seq, fact: kind, status, substatus, at }) => {
    const detail = seq === order.seq && fact !== null ? json(fact) : null
    return `(${all.add(seq)}::int4, ${all.add(kind)}, ${all.add(status)}, ${all.add(substatus)}::text, ${all.add(detail)}::jsonb,
      ${all.add(at)}::timestamptz)`
  })
  return `events as (
    insert into order_event (order_id, seq, fact, status, substatus, detail, at)
    select written.id, e.* from written, (values ${rows.join(', ')}) e
  )`
}

/**
 * The statement's part for the callbacks' addresses. They are leased only where no other callback of the order waits
 * already.
 */
function receiverPart(all: Parameters, at: string, { order, seqBefore }: Consequences, lease: Lease): string {
  const until = `${all.add(lease?.until ?? null)}::timestamptz`
  const isFirst = () => `not exists (
    select from callback e where e.order_id = (select id from written) and e.state = 'waiting'
      and e.created_at >= ${all.add(beforeCallbacksOf(order))})`
  return `endpoint as (
    select ${receiverColumns(at)},
      ${seqBefore === 0 ? until : `case when ${isFirst()} then ${until} end`} as lease_until
    from partner p where p.id = ${all.add(order.partnerId)}
  )`
}

/**
 * The statement's part for callbacks. Of several, the later ones follow the first that is sent, or wait for it five
 * minutes at most. A callback that its partner does not want is stored only for the feed. Whether an earlier one is sent
 * is asked again for each later one: a window over the rows costs as much as writing one of them.
 */
function callbackPart(all: Parameters, at: string, callbacks: readonly Callback[], lease: Lease): string {
  const asked: string[] = []
  const rows = callbacks.map(({ id, seq, body, kind, isOptional }) => {
    const values = [all.add(id), `${all.add(seq)}::int4`, all.add(body), all.add(kind)]
    const isAsked = `case when ${all.add(isOptional)}::bool then attempt_callbacks
      else 'all' = any (callback_events) or ${values[3]} = any (callback_events) end`
    const wait =
      asked.length === 0
        ? `interval '0'`
        : `case when ${asked.join(' or ')} then interval '5 minutes' else '0' end`
    asked.push(isAsked)
    return `(${[...values, isAsked, wait].join(', ')})`
  })
  return `news as (
    insert into callback (id, order_id, partner_id, seq, body, kind, created_at, has_endpoints, state, why, ended_at,
      due_at, lease_until, leased_by, due_attempts)
    select c.id, written.id, written.partner_id, c.seq, c.body, c.kind, ${at}::timestamptz, has_endpoints,
      case when not is_asked then 'feed_only' when url is null then 'failed' else 'waiting' end,
      case when is_asked and url is null then 'no endpoint' end,
      case when not is_asked or url is null then ${at}::timestamptz end,
      case when is_asked and url is not null then coalesce(lease_until, ${at}::timestamptz + wait) end,
      case when is_asked and url is not null then lease_until end,
      case when is_asked and url is not null and lease_until is not null then ${all.add(lease?.leaseOwner ?? null)}::int4 end,
      case when is_asked and url is not null and lease_until is not null then 1 else 0 end
    from written, endpoint, lateral (values ${rows.join(', ')}) c (id, seq, body, kind, is_asked, wait)
  )`
}

/** JSON with money as text, since a number would lose digits. */
export function json(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? member.toString() : member,
  )
}
