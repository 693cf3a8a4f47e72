import type {
  Statement,
  StatementEntry,
  Unread,
} from '@cambio/exchange/payin/transfer/statement/Statement.ts'
import { compactIban } from '@cambio/exchange/payout/address/iban.ts'
import { XMLParser } from 'fast-xml-parser'
import * as z from 'zod/mini'
import { checkXml, parseXml } from './bankXml.ts'
import { AccountStatement, Camt053, Entry, References } from './Camt053.ts'
import { isZeroAmount } from './entryAmount.ts'
import { EntryUnreadable } from './EntryUnreadable.ts'
import { providedText } from './providedText.ts'
import { statementEntries, type Place } from './statementEntries.ts'
import { StatementUnreadable } from './StatementUnreadable.ts'
import { xmlText } from './xmlText.ts'

/**
 * Reads a file as banks send it: ISO 20022 camt.053.001, any version. Only entries that the bank has booked are read.
 * An entry or a statement that cannot be read is reported, and the others are read.
 * @param ourIban the account whose statements are read; a file of another account alone is read as that account’s
 * @throws StatementUnreadable where nothing in the file can be read
 */
export function readStatement(file: Uint8Array, ourIban: string): Statement {
  const xml = xmlText(file)
  checkXml(xml, camt053)
  if (!namespace.test(xml.slice(0, HEAD_LENGTH)))
    throw new StatementUnreadable('The file is no camt.053 statement: its namespace says something else.')
  const document = z.safeParse(Camt053, parseXml(parser, xml, camt053))
  if (!document.success) throw notAsCamt053(document.error.issues[0]?.path ?? [])
  return statementOf(document.data.Document.BkToCstmrStmt.Stmt, ourIban)
}

const camt053 = { noun: 'statement', name: 'camt.053 statement' }

/** How much of a file is searched for its root element, with any prefix, in characters. */
const HEAD_LENGTH = 4_096
const namespace = /\sxmlns(:\w+)?\s*=\s*["']urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d\d["']/

const lists = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd', 'RfrdDocInf', 'AddtlRmtInf'])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  // Without this, numeric character references such as &#252; are not decoded.
  htmlEntities: true,
  isArray: (name) => lists.has(name),
})

function notAsCamt053(path: readonly PropertyKey[]): StatementUnreadable {
  return new StatementUnreadable(
    `The file is no camt.053 statement: ${path.join('/') || 'Document'} is missing or wrong.`,
  )
}

/** The statements of our account in a file. Where there are none, those of the file's first account. */
function statementOf(found: readonly unknown[], ourIban: string): Statement {
  if (found.length === 0) throw new StatementUnreadable('The file holds no statement.')
  const read = found.map((statement) => z.safeParse(AccountStatement, statement))
  const ibans = read.map(({ data }) => data && compactIban(data.Acct.Id.IBAN))
  const iban = ibans.includes(ourIban) ? ourIban : ibans.find((each) => each !== undefined)
  const [first] = read
  if (iban === undefined)
    throw notAsCamt053(['Document', 'BkToCstmrStmt', 'Stmt', 0, ...(first?.error?.issues[0]?.path ?? [])])
  const all = read.map(({ data, error }, statement): Omit<Statement, 'iban'> => {
    const unread = (reason: string) => ({
      entries: [],
      unread: [{ place: `Statement ${statement + 1}`, reason }],
      leftOut: 0,
    })
    if (!data)
      return unread(
        `It is not as camt.053 has it: ${error.issues[0]?.path.join('/') || 'Stmt'} is missing or wrong.`,
      )
    if (ibans[statement] !== iban)
      return unread(`It is of another account, ${ibans[statement]}: nothing of it was taken.`)
    return entriesIn(data.Ntry, { iban, statement, equals: new Map() })
  })
  return {
    iban,
    entries: all.flatMap(({ entries }) => entries),
    unread: all.flatMap(({ unread }) => unread),
    leftOut: all.reduce((sum, { leftOut }) => sum + leftOut, 0),
  }
}

/** The lines of one statement. */
function entriesIn(found: readonly unknown[], place: Place): Omit<Statement, 'iban'> {
  const entries: StatementEntry[] = []
  const unread: Unread[] = []
  let leftOut = 0
  for (const [index, element] of found.entries()) {
    try {
      const entry = readEntry(element)
      if (isBooked(entry) && !isZeroAmount(entry.Amt)) entries.push(...statementEntries(place, entry))
      else leftOut += 1
    } catch (error) {
      if (!(error instanceof EntryUnreadable)) throw error
      unread.push({ place: placeOf({ statement: place.statement, index }, element), reason: error.message })
    }
  }
  return { entries, unread, leftOut }
}

/** @throws EntryUnreadable */
function readEntry(element: unknown): Entry {
  const entry = z.safeParse(Entry, element)
  if (entry.success) return entry.data
  const what = entry.error.issues[0]?.path.join('/')
  throw new EntryUnreadable(`It is not as camt.053 has it: ${what || 'the entry'} is missing or wrong.`)
}

/** How a person finds an entry in the file: by its position, and by its reference where it has one. */
function placeOf({ statement, index }: { statement: number; index: number }, element: unknown): string {
  const { AcctSvcrRef, NtryRef } = z.safeParse(References, element).data ?? {}
  const reference = providedText(AcctSvcrRef) ?? providedText(NtryRef)
  return [
    `Entry ${index + 1}${statement > 0 ? ` of statement ${statement + 1}` : ''}`,
    ...(reference === null ? [] : [reference]),
  ].join(', ')
}

/**
 * Whether the bank has booked an entry, and not only announced it.
 * @throws EntryUnreadable where its status is a code of the bank's own
 */
function isBooked({ Sts: status }: Entry): boolean {
  const word = typeof status === 'string' ? status : 'Cd' in status ? status.Cd : status.Prtry
  if (word === 'BOOK' || /^BOOKED$/i.test(word)) return true
  if (['PDNG', 'INFO', 'FUTR'].includes(word)) return false
  throw new EntryUnreadable(`It has the status “${word}”, which does not say whether the bank has booked it.`)
}
