import { createHash } from 'node:crypto'
import type { StoredLine, StatementEntry } from '@cambio/exchange/payin/transfer/statement/Statement.ts'
import type { Amount, Entry, Transaction } from './Camt053.ts'
import { entryAmount } from './entryAmount.ts'
import { entryLines, lineOf, structuredTexts, transactionsOf, type EntryLine } from './entryLines.ts'
import { providedText } from './providedText.ts'

/**
 * The position of lines: the account, the statement's number in its file, and how many equal lines precede it there.
 */
export type Place = {
  readonly iban: string
  readonly statement: number
  readonly equals: Map<string, number>
}

/**
 * The lines of an entry that the bank has booked, each with its identity: account, currency, booking day, direction,
 * amount, counterparty, text, the bank's references except the number of the entry, and its place among equals within
 * its statement. Some banks number entries anew in each statement, and several entries share one reference.
 * @throws EntryUnreadable
 */
export function statementEntries(place: Place, entry: Entry): StatementEntry[] {
  const { whole, parts } = entryLines(entry)
  const identified = identify(place, whole, referencesOf(entry, whole))
  if (!parts) return [entryOf(place, { entry, line: whole, identified, part: null })]
  return parts.map((line, index) =>
    entryOf(place, {
      entry,
      line,
      identified: identify(place, line, referencesOf(entry, line)),
      part: { number: index + 1, wholeIdentity: identified.identity },
    }),
  )
}

type Identified = { readonly identity: string; readonly alike: string }

function identify(place: Place, line: EntryLine, references: readonly (string | null)[]): Identified {
  const { side, amount, bookedOn, remittance, otherTexts, endToEndId, account, party } = line
  // Some banks give the payer's text only in their own description of the entry.
  const structured = structuredTexts(line.transaction)
  const texts = remittance === '' && structured.length === 0 ? otherTexts : structured
  const alike = hashOf([
    place.iban,
    amount.currency,
    bookedOn?.slice(0, DAY_LENGTH) ?? null,
    side,
    amount.units.toString(),
    account ?? (party.name === null ? null : compact(party.name)),
    compact(remittance),
    ...texts.map(compact),
    endToEndId,
    ...references,
  ])
  return { identity: hashOf([alike, count(place, alike)]), alike }
}

/** How often this occurred in a statement, this time included. */
function count({ equals }: Place, what: string): number {
  const times = (equals.get(what) ?? 0) + 1
  equals.set(what, times)
  return times
}

const DAY_LENGTH = '2026-03-01'.length

/** A text without its capitals and line breaks. */
function compact(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase()
}

function hashOf(said: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

/** The bank's references of a line except the number of its entry. Null for each that is missing. */
function referencesOf(entry: Entry, { transaction }: EntryLine): (string | null)[] {
  const { AcctSvcrRef, InstrId, UETR, TxId, ClrSysRef, Prtry } = transaction?.Refs ?? {}
  const own = [entry.AcctSvcrRef, AcctSvcrRef, InstrId, UETR, TxId, ClrSysRef]
  return [...own, ...[Prtry ?? []].flat().map(({ Ref }) => Ref)].map(providedText)
}

type Part = { readonly number: number; readonly wholeIdentity: string }

function entryOf(
  place: Place,
  {
    entry,
    line: read,
    identified,
    part,
  }: { entry: Entry; line: EntryLine; identified: Identified; part: Part | null },
): StatementEntry {
  const { transaction: _transaction, account: _account, ...line } = read
  const { identity, alike } = identified
  const references = referencesOf(entry, read)
  const own = references.find((reference) => reference !== null)
  const base = part ? bankReference(entry, undefined) : bankReference(entry, read.transaction)
  const day = line.bookedOn?.slice(0, DAY_LENGTH) ?? 'undated'
  const formerly = formerLine(entry, part?.number ?? null)
  // Earlier versions kept one line for each reference, so that the second of two with one reference was lost.
  const isFirst = formerly?.isWhole === true || count(place, `${formerly?.line.reference} ${alike}`) === 1
  return {
    ...line,
    reference:
      part && base !== null ? `${base}/${part.number}` : (base ?? own ?? `${day}-${identity.slice(0, 8)}`),
    identity,
    wholeIdentity: part?.wholeIdentity ?? null,
    hasBankReference: own !== undefined,
    statement: place.statement,
    formerly: formerly && isFirst ? formerly.line : null,
  }
}

/** The reference of an entry: its own, that of its only transaction, or its number. */
function bankReference({ AcctSvcrRef, NtryRef }: Entry, only: Transaction | undefined): string | null {
  return providedText(AcctSvcrRef) ?? providedText(only?.Refs?.AcctSvcrRef) ?? providedText(NtryRef)
}

/**
 * A line as earlier versions read it, to recognise what they have stored. They read a batch as one line where only the
 * instructed amounts of its parts are given.
 * @param number of the part that the line is; null where it is a whole entry
 */
function formerLine(entry: Entry, number: number | null): { line: StoredLine; isWhole: boolean } | null {
  const transactions = transactionsOf(entry)
  const only = transactions.length === 1 ? transactions[0] : undefined
  const base = bankReference(entry, only)
  if (base === null) return null
  const amounts = transactions.map(({ Amt, AmtDtls }) => Amt ?? AmtDtls?.TxAmt?.Amt)
  const amount = number === null ? undefined : amounts[number - 1]
  const isPart = amount !== undefined && amounts.every((one) => one !== undefined)
  const transaction = isPart && number !== null ? transactions[number - 1] : only
  const line = keptLine(entry, transaction, isPart ? `${base}/${number}` : base, isPart ? amount : entry.Amt)
  return { line, isWhole: number !== null && !isPart }
}

function keptLine(
  entry: Entry,
  transaction: Transaction | undefined,
  reference: string,
  amount: Amount,
): StoredLine {
  const line = lineOf(entry, transaction, entryAmount(amount), true)
  const { side, bookedOn, endToEndId, remittance, party } = line
  return {
    reference,
    side,
    amount: line.amount,
    bookedOn,
    endToEndId,
    remittance,
    party: { iban: party.iban },
  }
}
