import type { Client } from '@cambio/exchange/client/Client.ts'
import { payinOf, type Order } from '@cambio/exchange/order/Order.ts'
import {
  addressMarks,
  clientMarks,
  payerMarks,
  type PersonMark,
} from '@cambio/exchange/person/personMarks.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import { Payer } from '@cambio/wire/widget/Widget.ts'
import type { Keys } from '../../program/Keys.ts'
import { Documents } from '../client/Documents.ts'
import { statusList } from '../statusList.ts'

type Deps = { readonly query: Query; readonly keys: Keys }

/**
 * Of the orders in a table, those whose money was accepted, which count for the whole person: a card's once it was
 * checked, any other once it was priced. Money that was only requested, or is being refunded, does not count.
 */
export const authorised = (table: string) =>
  `(${table}.status in (${statusList('paid', 'done')}) and (${table}.checked or ${table}.payout_id is not null))`

/** Orders that were not canceled, refunded or expired. */
export const OPEN_OR_FINISHED = `status not in (${statusList('off')})`

/**
 * The clients that belong to the person who buys, including the buyer's own, by the marks of this order and of earlier
 * ones. New marks are stored. A pending order's mark is also the card that it was stopped with.
 * @param cardKey identifies the card; null where no card was submitted, or it is a shared one
 */
export async function peopleOf(
  deps: Deps,
  client: Client,
  order: Order,
  cardKey: string | null,
): Promise<readonly string[]> {
  const own = clientMarks(client)
  const isFixed = await hasFixedAddress(deps.query, order)
  const ofOrder: PersonMark[] = [
    ...addressMarks(order, isFixed),
    ...(cardKey === null ? [] : [{ kind: 'card' as const, text: cardKey }]),
  ]
  await keep(deps, client.id, '', own)
  await keep(deps, client.id, order.id, ofOrder)
  return clientsWith(deps, client.id, [...own, ...ofOrder], order.status === 'pending' ? order.id : '')
}

/** The clients of one person. */
export type People = {
  /** By what was proven to be theirs: their mailbox, and a verified name. */
  readonly proven: readonly string[]
  /** By a wallet as well, which anyone can type. */
  readonly all: readonly string[]
}

/**
 * The clients of one person, found by a client, and by its order's wallet where there is an order. Nothing is stored.
 */
export async function peopleOfClient(deps: Deps, clientId: string, order?: Order): Promise<People> {
  const own = await ownMarks(deps, clientId)
  const proven = await clientsWith(deps, clientId, own)
  const ofOrder = order ? addressMarks(order, await hasFixedAddress(deps.query, order)) : []
  return {
    proven,
    all: ofOrder.length > 0 ? await clientsWith(deps, clientId, [...own, ...ofOrder]) : proven,
  }
}

/**
 * What identifies the person who pays for an order. An order without a client has only its marks.
 * @property marks those that are not stored for the client or for this order yet
 */
export type Identities = {
  readonly clientId: string | null
  readonly orderId: string
  readonly marks: readonly PersonMark[]
}

/**
 * Collects what identifies the person who pays for an order, and stores it, so that later orders are linked to this one
 * once its money is accepted. An order's marks by card were stored when its card was charged. The source of the money
 * is stored with the money. It is locked also for an order with a client, since it counts for orders without one.
 */
export async function identitiesOf(deps: Deps, order: Order): Promise<Identities> {
  const { id: orderId, clientId } = order
  const ofPayer = payerMarks(order)
  if (clientId === null || payinOf(order).isHeldFirst) return { clientId, orderId, marks: ofPayer }
  const own = await ownMarks(deps, clientId)
  const ofOrder = addressMarks(order, await hasFixedAddress(deps.query, order))
  await keep(deps, clientId, '', own)
  await keep(deps, clientId, orderId, ofOrder)
  return { clientId, orderId, marks: [...own, ...ofOrder, ...ofPayer] }
}

/**
 * Makes other orders of the same person wait until the transaction ends. All clients of the person are linked by shared
 * marks, so every mark of all of them is locked, in one order, so that no two transactions wait for each other. A
 * person with very many marks makes everybody wait for a moment instead, since a database has only so many locks.
 * @returns the locks, for `isWholePerson` to compare with
 */
export async function lockPerson({ query, keys }: Deps, person: Identities): Promise<readonly bigint[]> {
  const rows = await query<{ lock: bigint }>({
    name: 'person_lock',
    text: LOCK,
    values: valuesOf(keys, person),
  })
  return rows.map(({ lock }) => lock)
}

/** The values of a statement that begins with `PERSON`. */
export function valuesOf(keys: Keys, { clientId, orderId, marks }: Identities): readonly unknown[] {
  return [clientId, marks.map(({ kind }) => kind), marks.map((mark) => digestOf(keys, mark)), orderId]
}

async function ownMarks({ query }: Deps, clientId: string): Promise<readonly PersonMark[]> {
  const text = 'select email, level, payer, documents from client where id = $1'
  const [row] = await query<MarkedClient>({ name: 'client_marked', text, values: [clientId] })
  if (!row) throw new Error(`There is no client ${clientId}`)
  return marksOfClient(row)
}

/** The marks of a client, by its row. */
export function marksOfClient({ email, level, payer, documents }: MarkedClient): readonly PersonMark[] {
  return clientMarks({
    email,
    level,
    payer: payer === null ? null : Payer.parse(payer),
    documents: documents === null ? null : Documents.parse(documents),
  })
}

/** What of a client's row identifies a person. */
export type MarkedClient = {
  readonly email: string
  readonly level: VerificationLevel
  readonly payer: unknown
  readonly documents: unknown
}

/** @param orderId the order whose stored marks count whatever its status; empty for none */
async function clientsWith(
  deps: Deps,
  clientId: string,
  marks: readonly PersonMark[],
  orderId = '',
): Promise<readonly string[]> {
  return clientsOf(deps, { clientId, orderId, marks })
}

async function keep(
  { query, keys }: Deps,
  clientId: string,
  orderId: string,
  marks: readonly PersonMark[],
): Promise<void> {
  if (marks.length === 0) return
  await query({
    name: 'person_mark_keep',
    text: `
      insert into person_mark (client_id, kind, mark, order_id)
      select $1, kind, mark, $2 from unnest($3::text[], $4::text[]) as new_mark (kind, mark)
      on conflict do nothing`,
    values: [clientId, orderId, marks.map(({ kind }) => kind), marks.map((mark) => digestOf(keys, mark))],
  })
}

/** A keyed digest of a mark: equal for equal marks, and worthless without the exchange's key. */
export function digestOf(keys: Keys, { kind, text }: PersonMark): string {
  return keys.fingerprint(`person ${kind}`, text).toString('base64url')
}

async function hasFixedAddress(query: Query, { requestId }: Order): Promise<boolean> {
  if (requestId === null) return false
  const [row] = await query<{ fixed: boolean }>({
    name: 'request_address_fixed',
    text: `select fields ? 'dst_address' as fixed from widget_request where id = $1`,
    values: [requestId],
  })
  return row?.fixed ?? false
}

/**
 * Whether money of an order `o` that waits for its client was received: it shows who pays, though it buys nothing yet.
 */
const WAITS_WITH_MONEY = `(o.status = 'pending' and (
  exists (select from attempt a where a.order_id = o.id and a.state in ('held', 'settled'))
  or exists (select from transfer t where t.order_id = o.id and t.state = 'received')
  or exists (select from deposit d where d.order_id = o.id and d.state = 'received')))`

const counts = (mark: string) =>
  `(${mark}.order_id in ('', $4) or exists (select from orders o
    where o.id = ${mark}.order_id and (${authorised('o')} or ${WAITS_WITH_MONEY})))`

/**
 * From a client and the marks of its order to all that are linked to them, a client or a mark at each step. Each is
 * visited once, so that the cost grows only with the number of the person's clients.
 */
export const PERSON = `
  person (client_id, kind, mark) as (
    select $1::text, null::text, null::text
    union
    select null, kind, mark from unnest($2::text[], $3::text[]) as order_mark (kind, mark)
    union
    select found.client_id, found.kind, found.mark
    from person p
    cross join lateral (
      select null as client_id, own.kind, own.mark
      from person_mark own where own.client_id = p.client_id and ${counts('own')}
      union all
      select other.client_id, null, null
      from person_mark other where other.mark = p.mark and other.kind = p.kind and ${counts('other')}
    ) as found
  )`

/** The clients of one person, by what is known of the person and of an order. */
export async function clientsOf({ query, keys }: Deps, person: Identities): Promise<readonly string[]> {
  const values = valuesOf(keys, person)
  const rows = await query<{ client_id: string }>({ name: 'person_clients', text: CLIENTS, values })
  return rows.map((row) => row.client_id)
}

const CLIENTS = `with recursive ${PERSON} select client_id from person where client_id is not null`

/** The locks of a person's marks, as rows of `name (lock)`. */
export const LOCKS = `
  locks (lock) as (
    select distinct hashtextextended(kind || mark, 0) from person where mark is not null
  )`

const MOST_LOCKS = 64
const EVERYBODY = "hashtextextended('everybody', 0)"

/** A mark of a person with few marks shares a lock with everyone else; a person with many has a lock alone. */
const LOCK = `
  with recursive ${PERSON}, ${LOCKS},
  size (is_big) as (select count(*) > ${MOST_LOCKS} from locks)
  select wanted.lock,
    case when not wanted.is_everybody or is_big then pg_advisory_xact_lock(wanted.lock)
      else pg_advisory_xact_lock_shared(wanted.lock) end
  from (
    select true as is_everybody, ${EVERYBODY} as lock, is_big from size
    union all
    select false, lock, is_big from locks, size where not is_big
    order by 1 desc, 2
  ) as wanted`

/** Whether all marks of a person are among the locks $5: one may have been added while the locks were waited for. */
export const isWholePerson = `
  (select coalesce(bool_and(lock = any($5::int8[])), true) or (count(*) > ${MOST_LOCKS} and cardinality($5::int8[]) = 1) from locks)`
