import type { Client } from '@cambio/exchange/client/Client.ts'
import type { Order } from '@cambio/exchange/order/Order.ts'
import { addressMarks, clientMarks, type PersonMark } from '@cambio/exchange/person/personMarks.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { VerificationLevel } from '@cambio/wire/Payment.ts'
import { Payer } from '@cambio/wire/Widget.ts'
import type { Keys } from '../program/Keys.ts'
import { statusList } from './statusList.ts'

type Deps = { readonly query: Query; readonly keys: Keys }

/** Orders whose money was authorised: what counts of other clients than one's own. */
export const AUTHORISED = `status in (${statusList('paid', 'done')})`

/** Orders that did not come to nothing. */
export const OPEN_OR_FINISHED = `status not in (${statusList('off')})`

/**
 * The clients that belong to the person who buys, the buyer's own among them, by the marks of this order and of earlier
 * ones. New marks are kept. One that is pending has the card that it was stopped with for a mark, too.
 * @param cardKey what tells the card from others; null where none was handed in, or it is everybody's
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
  /** By what was shown to be theirs: their mailbox, and a name that was verified. */
  readonly proven: readonly string[]
  /** By a wallet as well, which anybody can type. */
  readonly all: readonly string[]
}

/** Who is one person with a client, by its order's wallet too where there is an order. Nothing is kept. */
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
 * Keeps the marks of a client that has paid for an order without a card, and lets no other order of the same person past
 * this until the transaction has ended, which then sees what it wrote.
 */
export async function holdPerson(deps: Deps, clientId: string, order: Order): Promise<void> {
  const own = await ownMarks(deps, clientId)
  const ofOrder = addressMarks(order, await hasFixedAddress(deps.query, order))
  await keep(deps, clientId, '', own)
  await keep(deps, clientId, order.id, ofOrder)
  await deps.query({
    name: 'person_hold',
    text: `
      select pg_advisory_xact_lock(hashtextextended(mark, 0))
      from (select mark from unnest($1::text[]) mark order by mark) marks`,
    values: [[...own, ...ofOrder].map((mark) => digestOf(deps.keys, mark))],
  })
}

async function ownMarks({ query }: Deps, clientId: string): Promise<readonly PersonMark[]> {
  const text = 'select email, level, payer from client where id = $1'
  const [row] = await query<MarkedRow>({ name: 'client_marked', text, values: [clientId] })
  if (!row) throw new Error(`There is no client ${clientId}`)
  return clientMarks({ ...row, payer: row.payer === null ? null : Payer.parse(row.payer) })
}

type MarkedRow = { readonly email: string; readonly level: VerificationLevel; readonly payer: unknown }

/** @param orderId the order whose kept marks count whatever it has come to; empty for none */
async function clientsWith(
  { query, keys }: Deps,
  clientId: string,
  marks: readonly PersonMark[],
  orderId = '',
): Promise<readonly string[]> {
  const values = [clientId, marks.map(({ kind }) => kind), marks.map((mark) => digestOf(keys, mark)), orderId]
  const rows = await query<{ client_id: string }>({ name: 'person_clients', text: CLIENTS, values })
  return rows.map((row) => row.client_id)
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
function digestOf(keys: Keys, { kind, text }: PersonMark): string {
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

const counts = (mark: string) =>
  `(${mark}.order_id in ('', $4) or exists (select from orders o where o.id = ${mark}.order_id and o.${AUTHORISED}))`

/**
 * From a client and the marks of its order to all that are joined to them, a client or a mark at each step. Each is found
 * once and gone on from once, so that the many clients of one person cost as much as they are.
 */
const CLIENTS = `
  with recursive person (client_id, kind, mark) as (
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
  )
  select client_id from person where client_id is not null`
