import { createHash } from 'node:crypto'
import type {
  BankLine,
  StoredLine,
  StatementEntry,
} from '@cambio/exchange/payin/transfer/statement/Statement.ts'
import type { StatementLines } from '@cambio/exchange/payin/transfer/statement/StatementStore.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { equal } from '@cambio/wire/Money.ts'

/** The stored lines that a file's lines may repeat, or share a name with. It grows as the file's lines are added. */
export type StoredLines = {
  readonly byIdentity: Map<string, Sighting[]>
  /** Parts, by the identity of the whole that they make. */
  readonly byWhole: Map<string, Sighting[]>
  readonly byReference: Map<string, StoredRow>
}

/** Where a line was seen. */
type Sighting = { readonly hash: string; readonly statement: number | null }

type StoredRow = StoredLine & { readonly identity: string | null; readonly hash: string }

type Row = {
  readonly reference: string
  readonly side: BankLine['side']
  readonly units: bigint
  readonly currency: string
  readonly booked_on: string | null
  readonly end_to_end_id: string | null
  readonly remittance: string
  readonly party_iban: string | null
  readonly identity: string | null
  readonly whole_identity: string | null
  readonly statement: number | null
  readonly hash: string
}

export async function findStoredLines(
  query: Query,
  { iban, entries, hash }: StatementLines,
): Promise<StoredLines> {
  const identities = entries.flatMap((entry) => identitiesOf(entry))
  const references = entries.flatMap((entry) => [
    ...namesOf(entry, hash),
    ...(entry.formerly ? [entry.formerly.reference] : []),
  ])
  const rows = await query<Row>({
    name: 'bank_entry_kept',
    // Each condition uses its own index: joined by “or”, the planner might read the whole account.
    text: ['reference = any($3)', 'identity = any($2)', 'whole_identity = any($2)']
      .map((condition) => `select ${COLUMNS} from bank_entry where iban = $1 and ${condition}`)
      .join(' union all '),
    values: [iban, [...new Set(identities)], [...new Set(references)]],
  })
  const kept: StoredLines = { byIdentity: new Map(), byWhole: new Map(), byReference: new Map() }
  for (const { reference, side, units, currency, remittance, ...row } of rows) {
    kept.byReference.set(reference, {
      reference,
      side,
      amount: { units, currency },
      bookedOn: row.booked_on,
      endToEndId: row.end_to_end_id,
      remittance,
      party: { iban: row.party_iban },
      identity: row.identity,
      hash: row.hash,
    })
    note(kept, { identity: row.identity, wholeIdentity: row.whole_identity }, row)
  }
  return kept
}

const COLUMNS = `reference, side, units, currency, booked_on, end_to_end_id, remittance, party_iban, identity,
  whole_identity, statement, encode(file_hash, 'hex') as hash`

/** A line's identity, and that of the entry that it is a part of. */
function identitiesOf({ identity, wholeIdentity }: StatementEntry): string[] {
  return wholeIdentity === null ? [identity] : [identity, wholeIdentity]
}

type Identities = { readonly identity: string | null; readonly wholeIdentity: string | null }

function note(
  kept: StoredLines,
  { identity, wholeIdentity }: Identities,
  { hash, statement }: Sighting,
): void {
  const add = (seen: Map<string, Sighting[]>, key: string | null) => {
    if (key !== null) seen.set(key, [...(seen.get(key) ?? []), { hash, statement }])
  }
  add(kept.byIdentity, identity)
  add(kept.byWhole, wholeIdentity)
}

/**
 * Compares a line with the stored ones: it is known, new, or possibly known. A line with a reference of the bank is
 * recognised in any statement; one without is recognised only in its own statement.
 */
export function standingOf(
  kept: StoredLines,
  entry: StatementEntry,
  hash: string,
): 'known' | 'new' | 'may_repeat' {
  // An entry also counts as seen if its parts were imported, and a part if its entry was imported as one line.
  const seen = [
    ...identitiesOf(entry).flatMap((identity) => kept.byIdentity.get(identity) ?? []),
    ...(kept.byWhole.get(entry.identity) ?? []),
  ]
  if (seen.some((one) => one.hash === hash && one.statement === entry.statement)) return 'known'
  const { formerly } = entry
  const former = formerly ? kept.byReference.get(formerly.reference) : undefined
  if (formerly && former?.identity === null && isSame(former, formerly)) return 'known'
  if (seen.length > 0) return entry.hasBankReference ? 'known' : 'may_repeat'
  // Under one reference of the bank, one statement may give more details of a line than another.
  const alike = kept.byReference.get(entry.reference)
  const isAlike = alike && alike.identity !== null && alike.hash !== hash && isSame(alike, entry)
  return isAlike ? 'may_repeat' : 'new'
}

/** Adds a new line to the stored ones and returns its name. */
export function addLine(kept: StoredLines, entry: StatementEntry, hash: string): string {
  const reference = namesOf(entry, hash).find((name) => !kept.byReference.has(name))
  if (reference === undefined) throw new Error(`There is a line ${entry.reference} already`)
  kept.byReference.set(reference, { ...entry, reference, hash })
  note(kept, entry, { hash, statement: entry.statement })
  return reference
}

/** The possible names of a line: the bank's reference, or a longer one if another line has that. */
function namesOf({ reference, identity, statement }: StatementEntry, hash: string): string[] {
  const sign = createHash('sha256').update(`${identity} ${hash} ${statement}`).digest('hex')
  return [reference, `${reference}~${sign.slice(0, 8)}`]
}

/**
 * Whether two lines under one reference are one line. Two payers may send equal amounts, so the bank's other details
 * are compared too, as far as both lines have them, and ignoring line breaks.
 */
function isSame(kept: StoredLine, line: StoredLine): boolean {
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
