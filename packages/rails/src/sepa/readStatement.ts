import { compactIban } from '@cambio/exchange/payout/address/iban.ts'
import type { Statement, StatementEntry } from '@cambio/exchange/statement/Statement.ts'
import { isIso4217 } from '@cambio/wire/decimalsOf.ts'
import * as Money from '@cambio/wire/Money.ts'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import * as z from 'zod/mini'
import { Amount, Camt053, References, type Entry, type Transaction } from './Camt053.ts'
import { StatementUnreadable } from './StatementUnreadable.ts'
import { xmlText } from './xmlText.ts'

/**
 * Reads a file as banks send it: ISO 20022 camt.053.001, any version. Only what the bank has booked is taken.
 * @throws StatementUnreadable; a file is read whole or not at all
 */
export function readStatement(file: Uint8Array): Statement {
  const xml = xmlText(file)
  // A statement has no document type, and a file that brings its own entities could make any text of few bytes.
  if (/<!DOCTYPE/i.test(xml))
    throw new StatementUnreadable('The file has a document type; a statement has none.')
  if (xml.trim() === '') throw new StatementUnreadable('The file is empty.')
  const valid = XMLValidator.validate(xml)
  if (valid !== true)
    throw new StatementUnreadable(
      `The file is no XML that can be read: it is cut off or damaged at line ${valid.err.line}.`,
    )
  if (!namespace.test(xml.slice(0, HEAD_LENGTH)))
    throw new StatementUnreadable('The file is no camt.053 statement: its namespace says something else.')
  const statements = statementsIn(parsed(xml))
  const [first] = statements
  if (!first) throw new StatementUnreadable('The file holds no statement.')
  const ibans = new Set(statements.map(({ Acct }) => compactIban(Acct.Id.IBAN)))
  if (ibans.size > 1) throw new StatementUnreadable('The file holds statements of several accounts.')
  return {
    iban: compactIban(first.Acct.Id.IBAN),
    entries: statements.flatMap(({ Ntry }, statement) =>
      Ntry.flatMap((entry, index) => entriesOf(entry, placeOf({ statement, index }, entry))),
    ),
  }
}

/** Where the root element stands, with whatever prefix the bank writes. */
const HEAD_LENGTH = 4_096
const namespace = /\sxmlns(:\w+)?\s*=\s*["']urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d\d["']/

const lists = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd'])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  // Letters by their numbers, such as &#252;, are read with these alone.
  htmlEntities: true,
  isArray: (name) => lists.has(name),
})

/** The parser throws at names such as `__proto__` and at tags in hundreds of others. @throws StatementUnreadable */
function parsed(xml: string): unknown {
  try {
    return parser.parse(xml)
  } catch {
    throw new StatementUnreadable(
      'The file is no camt.053 statement: it has names or a depth that no statement has.',
    )
  }
}

function statementsIn(document: unknown) {
  const read = z.safeParse(Camt053, document)
  if (read.success) return read.data.Document.BkToCstmrStmt.Stmt
  const path = read.error.issues[0]?.path ?? []
  const before = path.findIndex((name, index) => name === 'Ntry' && index + 1 < path.length)
  if (before < 0)
    throw new StatementUnreadable(
      `The file is no camt.053 statement: ${path.join('/') || 'Document'} is missing or wrong.`,
    )
  const [statement, index] = [Number(path[before - 1]), Number(path[before + 1])]
  const entry = z.safeParse(References, valueAt(document, path.slice(0, before + 2)))
  const place = placeOf({ statement, index }, entry.data ?? {})
  const what = path.slice(before + 2).join('/')
  throw new StatementUnreadable(
    `${place} is not as camt.053 has it: ${what || 'the entry'} is missing or wrong.`,
  )
}

function valueAt(document: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    document,
  )
}

/**
 * How an entry is called to whoever looks for it in the file, before a verb: by its place, and by its reference where it has
 * one.
 */
function placeOf(
  { statement, index }: { statement: number; index: number },
  { AcctSvcrRef, NtryRef }: References,
): string {
  const reference = providedText(AcctSvcrRef) ?? providedText(NtryRef)
  return [
    `Entry ${index + 1}${statement > 0 ? ` of statement ${statement + 1}` : ''}`,
    ...(reference === null ? [] : [`${reference},`]),
  ].join(', ')
}

/**
 * The lines of an entry: one, or one for each of the transactions that a bank has booked together. None where nothing
 * moved: some banks write a line of 0.00 when they close a quarter.
 */
function entriesOf(entry: Entry, place: string): StatementEntry[] {
  if (statusOf(entry) !== 'BOOK' || isZero(entry.Amt)) return []
  const transactions = entry.NtryDtls.flatMap((details) => details?.TxDtls ?? [])
  const [only, ...others] = transactions
  const reference = referenceOf(entry, others.length === 0 ? only : undefined, place)
  if (others.length === 0) return [lineOf(entry, only, reference, amountOf(entry.Amt, place))]
  const parts = transactions.map((transaction) => {
    const amount = transaction.Amt ?? transaction.AmtDtls?.TxAmt?.Amt
    return amount?.['@Ccy'] === entry.Amt['@Ccy'] && !isZero(amount) ? amountOf(amount, place) : undefined
  })
  const whole = amountOf(entry.Amt, place)
  if (!sumsTo(parts, whole)) return [lineOf(entry, undefined, reference, whole)]
  return transactions.map((transaction, index) =>
    lineOf(entry, transaction, `${reference}/${index + 1}`, parts[index] ?? whole),
  )
}

/** Parts that do not come to the whole, or of which one is unknown, say nothing that could be relied on. */
function sumsTo(parts: readonly (Money.Money | undefined)[], whole: Money.Money): boolean {
  return (
    parts.every((part) => part !== undefined) &&
    parts.reduce((sum, part) => sum + (part?.units ?? 0n), 0n) === whole.units
  )
}

function lineOf(
  entry: Entry,
  transaction: Transaction | undefined,
  reference: string,
  amount: Money.Money,
): StatementEntry {
  const side = entry.CdtDbtInd === 'CRDT' ? 'credit' : 'debit'
  const { RltdPties: parties } = transaction ?? {}
  const party = side === 'credit' ? parties?.Dbtr : parties?.Cdtr
  const account = side === 'credit' ? parties?.DbtrAcct : parties?.CdtrAcct
  return {
    reference,
    side,
    amount,
    bookedOn: entry.BookgDt?.Dt ?? entry.BookgDt?.DtTm ?? null,
    isReturn: entry.RvslInd === 'true' || entry.RvslInd === '1' || transaction?.RtrInf !== undefined,
    endToEndId: providedText(transaction?.Refs?.EndToEndId),
    remittance: (transaction?.RmtInf?.Ustrd ?? []).join('\n'),
    party: {
      name: providedText(party?.Nm ?? party?.Pty?.Nm),
      iban: payableIban(account?.Id?.IBAN),
    },
  }
}

/** An account that money can go back to; a payment file with any other text in its place is refused by banks as a whole. */
function payableIban(text: string | undefined): string | null {
  const iban = compactIban(text ?? '')
  return /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/.test(iban) ? iban : null
}

/**
 * The bank's own reference first: numbers of entries begin anew in each statement of some banks. Where an entry is one
 * transaction, some banks write it with that alone.
 */
function referenceOf({ AcctSvcrRef, NtryRef }: Entry, only: Transaction | undefined, place: string): string {
  const reference =
    providedText(AcctSvcrRef) ?? providedText(only?.Refs?.AcctSvcrRef) ?? providedText(NtryRef)
  if (reference === null)
    throw new StatementUnreadable(
      `${place} has no reference of the bank’s (AcctSvcrRef or NtryRef): it could be taken twice.`,
    )
  return reference
}

function statusOf({ Sts }: Entry): string {
  return typeof Sts === 'string' ? Sts : Sts.Cd
}

function isZero({ '#text': text }: Amount): boolean {
  return /^(0+\.?0*|\.0+)$/.test(text)
}

function amountOf({ '#text': text, '@Ccy': code }: Amount, place: string): Money.Money {
  // An amount in a currency that is not sold here is money all the same: nobody's order takes it.
  if (!isIso4217(code))
    throw new StatementUnreadable(`${place} has an amount in ${code}, which is no currency of ISO 4217.`)
  // The schema lets a bank write `.5`, `5.` and leading zeros, which mean what they say.
  const plain = text
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.')
    .replace(/\.$/, '')
  const amount = Money.parse(plain, code)
  if (typeof amount === 'string')
    throw new StatementUnreadable(`${place} has the amount “${text}” ${code}, ${wrongWith[amount]}.`)
  return amount
}

const wrongWith: Readonly<Record<Money.Unreadable, string>> = {
  amount_invalid: 'which is no number above zero: camt.053 says by CdtDbtInd which way money went',
  amount_precision: 'which has more digits than the currency',
}

/** Banks write NOTPROVIDED where the schema wants a text and nobody gave one. */
function providedText(text: string | undefined): string | null {
  return text === undefined || text === '' || text === 'NOTPROVIDED' || text === 'NONREF' ? null : text
}
