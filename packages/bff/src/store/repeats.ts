import { nameInBooks } from '@cambio/exchange/payin/transfer/statement/lineName.ts'
import { repeatDecided } from '@cambio/exchange/payin/transfer/statement/repeatDecided.ts'
import type { BankLine } from '@cambio/exchange/payin/transfer/statement/Statement.ts'
import type { Outcome } from '@cambio/exchange/payin/transfer/statement/StatementStore.ts'
import { takeEntries } from '@cambio/exchange/payin/transfer/statement/takeEntries.ts'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import { isLineNamed } from './isLineNamed.ts'
import { holdOf, saveOutcomes } from './statements.ts'
import { within, type StoreDeps } from './StoreDeps.ts'

type Row = {
  readonly iban: string
  readonly reference: string
  readonly side: BankLine['side']
  readonly units: bigint
  readonly currency: string
  readonly booked_on: string | null
  readonly is_return: boolean
  readonly end_to_end_id: string | null
  readonly remittance: string
  readonly other_texts: string[]
  readonly party_name: string | null
  readonly party_iban: string | null
}

/** A line that may be a repeat, with what became of it once it was decided that it is none. */
export type Decided = { readonly line: BankLine; readonly outcome: Outcome | null }

/**
 * Decides of a line that may be a repeat, inside a transaction: booked, it is taken as any new line is; dismissed, it is as
 * if it had not come.
 * @param decision.line as the books call it
 * @returns undefined where no line of this name waits for it
 */
export async function decideRepeat(
  deps: StoreDeps,
  decision: { line: string; is: 'booked' | 'dismissed'; note: string },
): Promise<Decided | undefined> {
  const { query, now } = deps
  const [row] = await query<Row>({
    name: 'bank_entry_decide',
    text: DECIDE,
    values: [decision.line, decision.is],
  })
  if (!row) return undefined
  const line = toLine(row)
  const name = nameInBooks(row.iban, row.reference)
  await postJournals(query, [repeatDecided(name, line)], now())
  if (decision.is === 'dismissed') return { line, outcome: null }
  const hold = holdOf(within(deps, query), row.iban)
  const fresh = [{ ...line, mayRepeat: false }]
  const outcomes = await takeEntries(deps, hold, { iban: row.iban, entries: fresh, note: decision.note })
  await saveOutcomes(query, row.iban, fresh, outcomes)
  return { line, outcome: outcomes[0] ?? null }
}

const DECIDE = `
  update bank_entry e set repeat = $2
  where e.repeat = 'open' and ${isLineNamed('e', '$1')}
  returning e.iban, e.reference, e.side, e.units, e.currency, e.booked_on, e.is_return, e.end_to_end_id, e.remittance,
    e.other_texts, e.party_name, e.party_iban`

function toLine(row: Row): BankLine {
  return {
    reference: row.reference,
    side: row.side,
    amount: { units: row.units, currency: row.currency },
    bookedOn: row.booked_on,
    isReturn: row.is_return,
    endToEndId: row.end_to_end_id,
    remittance: row.remittance,
    otherTexts: row.other_texts,
    party: { name: row.party_name, iban: row.party_iban },
  }
}
