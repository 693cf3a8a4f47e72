import { applicantIdOf, type Client } from '@cambio/exchange/client/Client.ts'
import type { ClientStore } from '@cambio/exchange/client/ClientStore.ts'
import type { ClientLocks, Person } from '@cambio/exchange/limit/LockedClient.ts'
import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { gatheredRow, readRow, rowRead } from '@cambio/server/postgres/gathered/gatheredRow.ts'
import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import { Payer } from '@cambio/wire/widget/Widget.ts'
import type { Keys } from '../../program/Keys.ts'
import { couponDue } from '../coupon/couponUses.ts'
import { hasOrdered, hasPersonBought } from '../order/firstOrder.ts'
import { orderStore } from '../order/orders.ts'
import { payinGroupList } from '../payinGroupList.ts'
import { authorised, peopleOf, peopleOfClient } from '../person/people.ts'
import { within, type StoreDeps } from '../StoreDeps.ts'
import { Documents } from './Documents.ts'
import { reviewStore } from './reviews.ts'
import { verificationStore } from './verifications.ts'

export type ClientRow = {
  readonly id: string
  readonly partner_id: string
  readonly email: string
  readonly level: VerificationLevel
  readonly payer: unknown
  readonly identities: number
  readonly documents: unknown
  readonly credentials_version: number
  readonly country: string | null
  readonly login_country: string | null
}

/** Clients as the exchange needs them, and what the widget shows of their limits. */
export type PostgresClientStore = ClientStore &
  ClientLocks & {
    /** The turnover now; it can grow meanwhile unless the client is locked. */
    turnoverEurCents(clientId: string, since: Date): Promise<bigint>
    /** The client's identity by its payer details, or else by what its partner has registered. */
    person(clientId: string): Promise<Person>
  }

export function clientStore(deps: StoreDeps): PostgresClientStore {
  const { query } = deps
  const rowOf = gatheredRow<ClientRow>(query, FIND)
  const turnoverOf = gatheredRow<{ cents: bigint }>(query, TURNOVER)
  return {
    async turnoverEurCents(clientId, since) {
      const row = await turnoverOf(clientId, since, '')
      return row?.cents ?? 0n
    },
    async find(id) {
      const row = await rowOf(id)
      return row && clientOf(row)
    },
    findByEmail: (partnerId, email) => findByEmail(query, partnerId, email.toLowerCase()),
    findOrMake: (partnerId, email) => findOrMake(deps, partnerId, email.toLowerCase()),
    async nameOf(clientId) {
      const [row] = await query<{ name: string | null }>({
        name: 'client_name',
        text: NAME,
        values: [clientId],
      })
      return row?.name ?? null
    },
    person: (clientId) => personOf(query, clientId),
    savePayer: (clientId, payer) => savePayer(query, clientId, payer),
    async hasOrdered(clientId) {
      const people = await peopleOfClient(deps, clientId)
      return hasOrdered(query, { clientId, requestId: null, people })
    },
    lock: (clientId, work) =>
      deps.transaction(async (query) => {
        const [row] = await query<ClientRow>({ name: 'client_hold', text: LOCK, values: [clientId] })
        if (!row) throw new Error(`There is no client ${clientId}`)
        return work({
          client: clientOf(row),
          turnoverEurCents: (since, exceptOrderId) => turnover(query, clientId, since, exceptOrderId),
          linkedTurnoverEurCents: (since, order, cardKey) =>
            linkedTurnover({ query, keys: deps.keys }, clientOf(row), { since, order, cardKey }),
          async discountOf(order, cardKey) {
            const people = await peopleOf({ query, keys: deps.keys }, clientOf(row), order, cardKey)
            const isFirst = !(await hasPersonBought(query, order, people))
            return { isFirst, coupon: await couponDue(query, order, people) }
          },
          async saveLevel(level) {
            const text = 'update client set level = $2 where id = $1'
            await query({ name: 'client_save_level', text, values: [clientId, level] })
          },
          person: () => personOf(query, clientId),
          savePayer: (payer) => savePayer(query, clientId, payer),
          async becomeAnother() {
            await reviewStore(within(deps, query)).close(clientId)
            await query({ name: 'client_become_another', text: BECOME_ANOTHER, values: [clientId] })
          },
          async saveDocuments(documents) {
            const text = 'update client set documents = $2 where id = $1'
            const values = [clientId, JSON.stringify(documents)]
            await query({ name: 'client_save_documents', text, values })
          },
          orders: orderStore(within(deps, query)),
          verifications: verificationStore(within(deps, query)),
          reviews: reviewStore(within(deps, query)),
        })
      }),
  }
}

/** The columns of a client `c` and of its account `a`. */
export const clientColumns =
  'c.id, c.partner_id, c.email, c.level, c.payer, c.identities, c.documents, c.credentials_version, a.country, a.login_country'

const READ = `
  select ${clientColumns}
  from client c left join client_account a on a.client_id = c.id`

const FIND = rowRead('client_find', `${READ} where c.id = $1`, ['text'])

const NAME = `
  select coalesce(
    nullif(concat_ws(' ', c.payer->>'first_name', c.payer->>'last_name'), ''),
    nullif(concat_ws(' ', a.first_name, a.last_name), '')
  ) as name
  from client c left join client_account a on a.client_id = c.id where c.id = $1`

async function savePayer(query: Query, clientId: string, payer: Payer): Promise<void> {
  await query({
    name: 'client_save_payer',
    text: `
      with saved as (update client set payer = $2 where id = $1 returning id)
      update orders set client_country = $3 from saved where client_id = saved.id and client_country is null`,
    values: [clientId, JSON.stringify(payer), payer.country],
  })
}

async function personOf(query: Query, clientId: string): Promise<Person> {
  const [person] = await query<Person>({ name: 'client_person', text: PERSON, values: [clientId] })
  if (!person) throw new Error(`There is no client ${clientId}`)
  return person
}

const PERSON = `
  select coalesce(c.payer->>'first_name', a.first_name) as first_name,
    coalesce(c.payer->>'last_name', a.last_name) as last_name,
    coalesce(c.payer->>'birth_date', a.birth_date) as birth_date, coalesce(c.payer->>'country', a.country) as country
  from client c left join client_account a on a.client_id = c.id where c.id = $1`

/** Open verifications are not ended, since they check the client's current identity. */
const BECOME_ANOTHER = `
  with ended as (delete from verification where client_id = $1 and used_at is not null)
  update client set identities = identities + 1, documents = null,
    level = case when level in ('identity', 'address', 'bank_statement') then 'basic' else level end
  where id = $1`

/** Not `for update`: rows that only refer to the client may be written meanwhile, even by this request. */
const LOCK = `${READ} where c.id = $1 for no key update of c`

async function turnover(query: Query, clientId: string, since: Date, exceptOrderId: string): Promise<bigint> {
  const sum = await readRow<{ cents: bigint }>(query, TURNOVER, [clientId, since, exceptOrderId])
  return sum?.cents ?? 0n
}

const TURNOVER = rowRead(
  'client_turnover',
  `
    select coalesce(sum(payin_eur_units), 0) as cents from orders o
    where client_id = $1 and created_at >= $2 and id <> $3 and payin_group in (${payinGroupList('isCapped')})
      and (${authorised('o')}
        or exists (select from attempt a
          where a.order_id = o.id and a.state in ('open', 'challenged', 'held', 'settled')))`,
  ['text', 'timestamptz', 'text'],
)

async function linkedTurnover(
  deps: { query: Query; keys: Keys },
  client: Client,
  { since, order, cardKey }: { since: Date; order: Order; cardKey: string | null },
): Promise<bigint> {
  const people = await peopleOf(deps, client, order, cardKey)
  const others = people.filter((id) => id !== client.id)
  if (others.length === 0) return 0n
  const text = LINKED_TURNOVER
  const values = [others, since]
  const [sum] = await deps.query<{ cents: bigint }>({ name: 'client_linked_turnover', text, values })
  return sum?.cents ?? 0n
}

const LINKED_TURNOVER = `
  select coalesce(sum(payin_eur_units), 0) as cents from orders
  where client_id = any($1) and created_at >= $2 and payin_group in (${payinGroupList('isCapped')}) and ${authorised('orders')}`

async function findByEmail(query: Query, partnerId: string, email: string): Promise<Client | undefined> {
  const [row] = await query<ClientRow>({
    name: 'client_find_by_email',
    text: `${READ} where c.partner_id = $1 and c.email = $2`,
    values: [partnerId, email],
  })
  return row && clientOf(row)
}

/** Finds or creates a client. Of two callers who create the same client at once, both get the one that was first. */
async function findOrMake(deps: StoreDeps, partnerId: string, email: string): Promise<Client> {
  const find = () => findByEmail(deps.query, partnerId, email)
  const existing = await find()
  if (existing) return existing
  await deps.query({
    name: 'client_make',
    text: `
      insert into client (id, partner_id, email, level, created_at) values ($1, $2, $3, 'unverified', $4)
      on conflict (partner_id, email) do nothing`,
    values: [deps.random.uuid(), partnerId, email, deps.now()],
  })
  const client = await find()
  if (!client) throw new Error('A client that was just made is not there')
  return client
}

export function clientOf(row: ClientRow): Client {
  return {
    id: row.id,
    partnerId: row.partner_id,
    email: row.email,
    level: row.level,
    payer: row.payer === null ? null : Payer.parse(row.payer),
    registeredCountry: row.country,
    loginCountry: row.login_country,
    applicantId: applicantIdOf(row.id, row.identities),
    documents: row.documents === null ? null : Documents.parse(row.documents),
    credentialsVersion: row.credentials_version,
  }
}
