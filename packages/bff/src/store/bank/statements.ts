import { chart } from '@cambio/exchange/books/chart.ts'
import type { StatementEntry } from '@cambio/exchange/payin/transfer/statement/Statement.ts'
import type {
  NewLine,
  Outcome,
  LockedStatements,
  StatementLines as Lines,
  StatementStore,
} from '@cambio/exchange/payin/transfer/statement/StatementStore.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { balanceOf, postJournals } from '@cambio/server/postgres/Ledger.ts'
import { readByIndex } from '@cambio/server/postgres/readByIndex.ts'
import { transferOrders } from '../../payin/transfer/transferOrders.ts'
import { orderStore } from '../order/orders.ts'
import { within, type StoreDeps } from '../StoreDeps.ts'
import { findPayments } from './PaymentRow.ts'
import { addLine, findStoredLines, standingOf, type StoredLines } from './storedLines.ts'

/** Lines of the bank's statements, kept in PostgreSQL. */
export function statementStore(deps: StoreDeps): StatementStore {
  return {
    transferOrders: (ids) => transferOrders(deps.query, ids),
    take: (lines, work) =>
      deps.transaction(async (query) => {
        // The first file may have thousands of lines: the plan for its first lines is kept for all of them.
        await readByIndex(query)
        await query({ name: 'bank_entry_hold', text: LOCK, values: [lines.iban] })
        const fresh = sift(await findStoredLines(query, lines), lines)
        const newLines = [...fresh.values()]
        await keep(query, lines, { fresh, at: deps.now() })
        const outcomes = await work(lockedStatements(within(deps, query), lines.iban), newLines)
        await saveOutcomes(query, lines.iban, newLines, outcomes)
        const became = new Map(newLines.map((line, index) => [line, outcomes[index]]))
        return lines.entries.map((entry) => {
          const line = fresh.get(entry)
          const outcome = line && became.get(line)
          return line && outcome ? { is: 'taken', line, outcome } : { is: 'seen' }
        })
      }),
  }
}

/** Serialises the imports of an account's lines, so that each finds out in turn which lines are new. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('bank_entry ' || $1, 0))`

/** The new lines, each with its stored name. */
function sift(kept: StoredLines, { entries, hash }: Lines): ReadonlyMap<StatementEntry, NewLine> {
  const fresh = new Map<StatementEntry, NewLine>()
  for (const entry of entries) {
    const standing = standingOf(kept, entry, hash)
    if (standing === 'known') continue
    const reference = addLine(kept, entry, hash)
    fresh.set(entry, { ...entry, reference, mayRepeat: standing === 'may_repeat' })
  }
  return fresh
}

async function keep(
  query: Query,
  { iban, hash, by }: Lines,
  { fresh, at }: { fresh: ReadonlyMap<StatementEntry, NewLine>; at: Date },
): Promise<void> {
  const rows = [...fresh].map(([entry, line]) => toColumns(entry, line))
  if (rows.length === 0) return
  await query({
    name: 'bank_entry_keep',
    text: `
      insert into bank_entry (iban, reference, side, units, currency, booked_on, is_return, end_to_end_id,
        remittance, other_texts, party_name, party_iban, identity, whole_identity, statement, repeat,
        file_hash, imported_by, imported_at)
      select $1, reference, side, units, currency, booked_on, is_return, end_to_end_id,
        remittance, other_texts, party_name, party_iban, identity, whole_identity, statement, repeat,
        decode($3, 'hex'), $4, $5
      from jsonb_to_recordset($2::jsonb) as line (reference text, side text, units numeric, currency text,
        booked_on text, is_return boolean, end_to_end_id text, remittance text, other_texts text[], party_name text,
        party_iban text, identity text, whole_identity text, statement int4, repeat text)`,
    values: [iban, JSON.stringify(rows), hash, by, at],
  })
}

function toColumns(
  { identity, wholeIdentity, statement }: StatementEntry,
  { party, mayRepeat, ...line }: NewLine,
) {
  return {
    reference: line.reference,
    side: line.side,
    units: line.amount.units.toString(),
    currency: line.amount.currency,
    booked_on: line.bookedOn,
    is_return: line.isReturn,
    end_to_end_id: line.endToEndId,
    remittance: line.remittance,
    other_texts: line.otherTexts,
    party_name: party.name,
    party_iban: party.iban,
    identity,
    whole_identity: wholeIdentity,
    statement,
    repeat: mayRepeat ? 'open' : null,
  }
}

/** Stores the outcomes of stored lines. */
export async function saveOutcomes(
  query: Query,
  iban: string,
  entries: readonly Pick<NewLine, 'reference'>[],
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

type CreditRow = {
  readonly reference: string
  readonly units: bigint
  readonly currency: string
  readonly end_to_end_id: string | null
  readonly order_id: string | null
}

/** The operations of a transaction that imports lines of an account. */
export function lockedStatements(deps: StoreDeps, iban: string): LockedStatements {
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
            and repeat is distinct from 'open' and repeat is distinct from 'dismissed'
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
    async savePayments(payments) {
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
