import { createHash } from 'node:crypto'
import type {
  BankLine,
  KeptLine,
  StatementEntry,
} from '@cambio/exchange/payin/transfer/statement/Statement.ts'
import type { StatementLines } from '@cambio/exchange/payin/transfer/statement/StatementStore.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { equal } from '@cambio/wire/Money.ts'

/**
 * What is kept that lines of a file may be, or may be named like. It grows as the lines of the file are looked at.
 */
export type KeptLines = {
  readonly byIdentity: Map<string, Sighting[]>
  /** Parts, by the identity of the whole that they make. */
  readonly byWhole: Map<string, Sighting[]>
  readonly byReference: Map<string, KeptRow>
}

/** Where a line was seen. */
type Sighting = { readonly hash: string; readonly statement: number | null }

type KeptRow = KeptLine & { readonly identity: string | null; readonly hash: string }

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

export async function keptLines(query: Query, { iban, entries, hash }: StatementLines): Promise<KeptLines> {
  const identities = entries.flatMap((entry) => identitiesOf(entry))
  const references = entries.flatMap((entry) => [
    ...namesOf(entry, hash),
    ...(entry.formerly ? [entry.formerly.reference] : []),
  ])
  const rows = await query<Row>({
    name: 'bank_entry_kept',
    // Each by its own index: of one condition with “or” between them the planner may read the whole account.
    text: ['reference = any($3)', 'identity = any($2)', 'whole_identity = any($2)']
      .map((condition) => `select ${COLUMNS} from bank_entry where iban = $1 and ${condition}`)
      .join(' union all '),
    values: [iban, [...new Set(identities)], [...new Set(references)]],
  })
  const kept: KeptLines = { byIdentity: new Map(), byWhole: new Map(), byReference: new Map() }
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

function note(kept: KeptLines, { identity, wholeIdentity }: Identities, { hash, statement }: Sighting): void {
  const add = (seen: Map<string, Sighting[]>, key: string | null) => {
    if (key !== null) seen.set(key, [...(seen.get(key) ?? []), { hash, statement }])
  }
  add(kept.byIdentity, identity)
  add(kept.byWhole, wholeIdentity)
}

/**
 * What a line is to what is kept: known, new, or one that may be known. One that has a reference of the bank's own is known
 * wherever it stands; without one it is known in its own statement alone.
 */
export function standingOf(
  kept: KeptLines,
  entry: StatementEntry,
  hash: string,
): 'known' | 'new' | 'may_repeat' {
  // An entry was reported, too, where its parts were taken, and a part where its entry was taken as one line.
  const seen = [
    ...identitiesOf(entry).flatMap((identity) => kept.byIdentity.get(identity) ?? []),
    ...(kept.byWhole.get(entry.identity) ?? []),
  ]
  if (seen.some((one) => one.hash === hash && one.statement === entry.statement)) return 'known'
  const { formerly } = entry
  const former = formerly ? kept.byReference.get(formerly.reference) : undefined
  if (formerly && former?.identity === null && isSame(former, formerly)) return 'known'
  if (seen.length > 0) return entry.hasBankReference ? 'known' : 'may_repeat'
  // Under one reference of the bank's a statement may say more of a line than another does.
  const alike = kept.byReference.get(entry.reference)
  const isAlike = alike && alike.identity !== null && alike.hash !== hash && isSame(alike, entry)
  return isAlike ? 'may_repeat' : 'new'
}

/** Has a new line be one of those that are kept, and says under which name. */
export function keepAlso(kept: KeptLines, entry: StatementEntry, hash: string): string {
  const reference = namesOf(entry, hash).find((name) => !kept.byReference.has(name))
  if (reference === undefined) throw new Error(`There is a line ${entry.reference} already`)
  kept.byReference.set(reference, { ...entry, reference, hash })
  note(kept, entry, { hash, statement: entry.statement })
  return reference
}

/** Names that a line may have: the bank's reference, and a longer one where another line has that. */
function namesOf({ reference, identity, statement }: StatementEntry, hash: string): string[] {
  const sign = createHash('sha256').update(`${identity} ${hash} ${statement}`).digest('hex')
  return [reference, `${reference}~${sign.slice(0, 8)}`]
}

/**
 * Whether two lines under one reference are the same. Two payers may well send the same amount, so that what else the bank
 * says is compared, too, as far as it says it both times and however it breaks its lines.
 */
function isSame(kept: KeptLine, line: KeptLine): boolean {
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
