import { TURNOVER_SPAN_MS } from '@cambio/exchange/client/Client.ts'
import type { Order } from '@cambio/exchange/order/Order.ts'
import type { LockedPerson, PersonLocks } from '@cambio/exchange/person/LockedPerson.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { clientColumns, clientOf, type ClientRow } from '../client/clients.ts'
import { couponLeft } from '../coupon/couponUses.ts'
import { hasPersonBought } from '../order/firstOrder.ts'
import { orderStore } from '../order/orders.ts'
import { payinGroupList } from '../payinGroupList.ts'
import { within, type StoreDeps } from '../StoreDeps.ts'
import { payerTurnover } from './payerTurnover.ts'
import {
  authorised,
  clientsOf,
  identitiesOf,
  isWholePerson,
  LOCKS,
  lockPerson,
  PERSON,
  valuesOf,
  type Identities,
} from './people.ts'

/** Locks the person who pays for an order: first their marks, then the row of their client. */
export function personLocks(deps: StoreDeps): PersonLocks {
  return {
    async lock(order, work) {
      for (;;) {
        const outcome = await tryToLock(deps, order, work)
        if (outcome !== 'grown') return outcome.result
      }
    },
  }
}

/** @returns `grown` where the person was linked to more marks while the locks were waited for: then nothing was done */
async function tryToLock<Result>(
  deps: StoreDeps,
  order: Order,
  work: (locked: LockedPerson) => Promise<Result>,
): Promise<{ result: Result } | 'grown'> {
  return deps.transaction(async (query) => {
    const inside = within(deps, query)
    const identities = await identitiesOf(inside, order)
    const locks = await lockPerson(inside, identities)
    const orders = orderStore(inside)
    const discountDue = () => discountLeft(inside, order, identities)
    if (order.clientId === null)
      return { result: await work({ ...withoutClient(inside, identities), discountDue, orders }) }
    const person = await findPerson(deps, query, { identities, locks })
    if (!person.is_whole) return 'grown'
    const locked: LockedPerson = {
      client: clientOf(person),
      turnoverEurCents: () => Promise.resolve(person.own),
      linkedTurnoverEurCents: () => Promise.resolve(person.linked),
      discountDue,
      orders,
    }
    return { result: await work(locked) }
  })
}

/** What is left of a locked order's discount. For an order without a client no person's other orders count. */
async function discountLeft(
  deps: StoreDeps,
  order: Order,
  identities: Identities,
): Promise<Awaited<ReturnType<LockedPerson['discountDue']>>> {
  const people = order.clientId === null ? [] : await clientsOf(deps, identities)
  return {
    isFirst: order.asFirst && !(await hasPersonBought(deps.query, order, people)),
    coupon: order.coupon === null ? null : await couponLeft(deps.query, order, people),
  }
}

/**
 * An order without a client has no turnover of its own. It counts every order whose money was sent from the same place.
 */
function withoutClient({ query }: StoreDeps, identities: Identities) {
  return {
    client: null,
    turnoverEurCents: () => Promise.resolve(0n),
    linkedTurnoverEurCents: (since: Date) => payerTurnover(query, identities, since),
  }
}

type PersonRow = ClientRow & {
  readonly is_whole: boolean
  /** EUR cents. */
  readonly own: bigint
  readonly linked: bigint
}

/** The locked client, and the accepted money of the person, now that no other order of the person can be accepted. */
async function findPerson(
  { keys, now }: StoreDeps,
  query: Query,
  { identities, locks }: { identities: Identities; locks: readonly bigint[] },
): Promise<PersonRow> {
  const since = new Date(now().getTime() - TURNOVER_SPAN_MS)
  const [row] = await query<PersonRow>({
    name: 'person_find',
    text: FIND,
    values: [...valuesOf(keys, identities), locks, since],
  })
  if (!row) throw new Error(`There is no client ${identities.clientId}`)
  return row
}

const FIND = `
  with recursive ${PERSON}, ${LOCKS}
  select ${clientColumns}, ${isWholePerson} as is_whole,
    coalesce(passed.own, 0) as own, coalesce(passed.linked, 0) as linked
  from client c left join client_account a on a.client_id = c.id
  cross join lateral (
    select sum(o.payin_eur_units) filter (where o.client_id = c.id) as own,
      sum(o.payin_eur_units) filter (where o.client_id <> c.id) as linked
    from orders o
    where o.client_id = any((select array_agg(client_id) from person where client_id is not null)::text[])
      and o.created_at >= $6 and o.id <> $4 and o.payin_group in (${payinGroupList('isCapped')}) and ${authorised('o')}
  ) as passed
  where c.id = $1 for no key update of c`
