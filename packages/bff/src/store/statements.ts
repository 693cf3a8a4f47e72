import { chart } from '@cambio/exchange/books/chart.ts'
import type {
  KeptLine,
  Outcome,
  StatementHold,
  StatementLines as Lines,
  StatementStore,
} from '@cambio/exchange/statement/StatementStore.ts'
import type { StatementEntry } from '@cambio/exchange/statement/Statement.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { balanceOf, postJournals } from '@cambio/server/postgres/Ledger.ts'
import { readByIndex } from '@cambio/server/postgres/readByIndex.ts'
import { equal } from '@cambio/wire/Money.ts'
import { findPayments } from './PaymentRow.ts'
import { orderStore } from './orders.ts'
import { within, type StoreDeps } from './StoreDeps.ts'

/** Lines of the bank's statements, kept in PostgreSQL. */
export function statementStore(deps: StoreDeps): StatementStore {
  return {
    transferOrders: (ids) => transferOrders(deps.query, ids),
    take: (lines, work) =>
      deps.transaction(async (query) => {
        // A file with thousands of lines may be the first: what is planned for its first lines is kept for all of them.
        await readByIndex(query)
        const unseen = await keep(query, lines, deps.now())
        const kept = await keptLines(query, lines)
        // Of two lines with one reference the first is new, and the second is the same, or differs.
        const fresh = lines.entries.filter(({ reference }) => unseen.delete(reference))
        const outcomes = await work(holdOf(within(deps, query), lines.iban), fresh)
        await saveOutcomes(query, lines.iban, fresh, outcomes)
        const became = new Map(fresh.map((entry, index) => [entry, outcomes[index]]))
        return lines.entries.map((entry) => became.get(entry) ?? seen(kept, entry))
      }),
  }
}

/** What is done with a line whose reference was there already. */
function seen(
  kept: ReadonlyMap<string, KeptLine>,
  entry: StatementEntry,
): { is: 'seen' } | { is: 'differs'; from: KeptLine } {
  const from = kept.get(entry.reference)
  if (!from) throw new Error(`There is no line ${entry.reference}`)
  return isSame(from, entry) ? { is: 'seen' } : { is: 'differs', from }
}

/** Keeps the first line of each reference and returns which are new. An import of the same lines at the same time waits here. */
async function keep(query: Query, { iban, entries, hash, by }: Lines, at: Date): Promise<Set<string>> {
  const references = new Set<string>()
  const firsts = entries.filter(({ reference }) => {
    const isFirst = !references.has(reference)
    references.add(reference)
    return isFirst
  })
  const inserted = await query<{ reference: string }>({
    name: 'bank_entry_keep',
    text: `
      insert into bank_entry (iban, reference, side, units, currency, booked_on, is_return, end_to_end_id,
        remittance, party_name, party_iban, file_hash, imported_by, imported_at)
      select $1, reference, side, units, currency, booked_on, is_return, end_to_end_id,
        remittance, party_name, party_iban, decode($3, 'hex'), $4, $5
      from jsonb_to_recordset($2::jsonb) as line (reference text, side text, units numeric, currency text,
        booked_on text, is_return boolean, end_to_end_id text, remittance text, party_name text, party_iban text)
      order by reference
      on conflict (iban, reference) do nothing returning reference`,
    values: [iban, JSON.stringify(firsts.map(toColumns)), hash, by, at],
  })
  return new Set(inserted.map(({ reference }) => reference))
}

function toColumns(entry: StatementEntry) {
  return {
    reference: entry.reference,
    side: entry.side,
    units: entry.amount.units.toString(),
    currency: entry.amount.currency,
    booked_on: entry.bookedOn,
    is_return: entry.isReturn,
    end_to_end_id: entry.endToEndId,
    remittance: entry.remittance,
    party_name: entry.party.name,
    party_iban: entry.party.iban,
  }
}

type KeptRow = {
  readonly reference: string
  readonly side: StatementEntry['side']
  readonly units: bigint
  readonly currency: string
  readonly booked_on: string | null
  readonly end_to_end_id: string | null
  readonly remittance: string
  readonly party_iban: string | null
}

/** What is kept under the references of some lines. */
async function keptLines(query: Query, { iban, entries }: Lines): Promise<ReadonlyMap<string, KeptLine>> {
  const rows = await query<KeptRow>({
    name: 'bank_entry_same',
    text: `
      select reference, side, units, currency, booked_on, end_to_end_id, remittance, party_iban
      from bank_entry where iban = $1 and reference = any($2)`,
    values: [iban, entries.map(({ reference }) => reference)],
  })
  return new Map(rows.map((row) => [row.reference, fromRow(row)]))
}

function fromRow({ reference, side, units, currency, remittance, ...row }: KeptRow): KeptLine {
  const { booked_on: bookedOn, end_to_end_id: endToEndId, party_iban: iban } = row
  return { reference, side, amount: { units, currency }, bookedOn, endToEndId, remittance, party: { iban } }
}

/**
 * Whether a line is the one that was kept under its reference. Two payers may well send the same amount, so that what else
 * the bank says is compared, too, as far as it says it both times and however it breaks its lines.
 */
function isSame(kept: KeptLine, line: StatementEntry): boolean {
  const said = [
    [kept.bookedOn?.slice(0, DAY_LENGTH), line.bookedOn?.slice(0, DAY_LENGTH)],
    [kept.endToEndId, line.endToEndId],
    [compact(kept.remittance), compact(line.remittance)],
    [kept.party.iban, line.party.iban],
  ]
  return (
    kept.side === line.side &&
    equal(kept.amount, line.amount) &&
    said.every(([before, now]) => !before || !now || before === now)
  )
}

const DAY_LENGTH = '2026-03-01'.length

function compact(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase()
}

async function saveOutcomes(
  query: Query,
  iban: string,
  entries: readonly StatementEntry[],
  outcomes: readonly Outcome[],
): Promise<void> {
  await query({
    name: 'bank_entry_outcome',
    text: `
      update bank_entry e set outcome = line.outcome, order_id = line.order_id
      from (
        select outcome, order_id,
          (select ctid from bank_entry where iban = $1 and bank_entry.reference = given.reference) as place
        from unnest($2::text[], $3::text[], $4::text[]) as given (reference, outcome, order_id)
      ) line
      where e.ctid = line.place`,
    values: [
      iban,
      entries.map(({ reference }) => reference),
      outcomes.map((outcome) => outcome.is),
      outcomes.map(({ orderId }) => orderId),
    ],
  })
}

async function transferOrders(query: Query, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await query<{ id: string }>({
    name: 'bank_entry_orders',
    text: `select id from orders where id = any($1) and payin_group = 'sepa'`,
    values: [ids],
  })
  return new Set(rows.map(({ id }) => id))
}

type CreditRow = {
  readonly reference: string
  readonly units: bigint
  readonly currency: string
  readonly end_to_end_id: string | null
  readonly order_id: string | null
}

function holdOf(deps: StoreDeps, iban: string): StatementHold {
  const { query } = deps
  return {
    orders: orderStore(deps),
    transferOrders: (ids) => transferOrders(query, ids),
    async credits({ endToEndId, references }) {
      const rows = await query<CreditRow>({
        name: 'bank_entry_credits',
        text: `
          select reference, units, currency, end_to_end_id, order_id from bank_entry
          where iban = $1 and side = 'credit' and (end_to_end_id = $2 or reference = any($3))
          order by reference for update`,
        values: [iban, endToEndId, references],
      })
      return rows.map(({ reference, units, currency, end_to_end_id, order_id }) => ({
        reference,
        amount: { units, currency },
        endToEndId: end_to_end_id,
        orderId: order_id,
      }))
    },
    async owedFor(line, currency) {
      return -(await balanceOf(query, chart.owed(line), currency, 'posted'))
    },
    payments: (ids) => findPayments(query, ids),
    async paymentsBecame(payments) {
      if (payments.length === 0) return
      await query({
        name: 'bank_payment_became',
        text: `
          update bank_payment p set has_left = became.has_left,
            state = case when became.has_returned then 'returned' when became.has_left then 'sent' else p.state end
          from unnest($1::text[], $2::boolean[], $3::boolean[]) as became (id, has_left, has_returned)
          where p.id = became.id`,
        values: [
          payments.map(({ id }) => id),
          payments.map(({ hasLeft }) => hasLeft),
          payments.map(({ hasReturned }) => hasReturned),
        ],
      })
    },
    post: (journals) =>
      journals.length === 0 ? Promise.resolve() : postJournals(query, journals, deps.now()),
  }
}
