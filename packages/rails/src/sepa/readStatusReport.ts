import type { PaymentStatus, StatusReport } from '@cambio/exchange/payin/transfer/statement/StatusReport.ts'
import { XMLParser } from 'fast-xml-parser'
import * as z from 'zod/mini'
import { checkXml, parseXml } from './bankXml.ts'
import { StatementUnreadable } from './StatementUnreadable.ts'
import { Camt029, Pain002, type StatusReason } from './StatusMessages.ts'
import { xmlText } from './xmlText.ts'

/**
 * Reads a bank's answer to a payment file: ISO 20022 pain.002.001 (payment status) or camt.029.001 (result of a
 * cancellation), any version. A part that cannot be read does not affect the others.
 * @returns null for a file of another kind
 * @throws StatementUnreadable
 */
export function readStatusReport(file: Uint8Array): StatusReport | null {
  const xml = xmlText(file)
  const kind = message.exec(xml.slice(0, HEAD_LENGTH))?.[1]
  if (kind === undefined) return null
  const report = { noun: 'report', name: `${kind} report` }
  checkXml(xml, report)
  const document = parseXml(parser, xml, report)
  return kind === 'pain.002' ? fromPain002(document) : fromCamt029(document)
}

/** How much of a file is searched for its root element, with any prefix, in characters. */
const HEAD_LENGTH = 4_096
const message =
  /\sxmlns(?::\w+)?\s*=\s*["']urn:iso:std:iso:20022:tech:xsd:(pain\.002|camt\.029)\.001\.\d\d["']/

const lists = new Set([
  'OrgnlPmtInfAndSts',
  'TxInfAndSts',
  'StsRsnInf',
  'CxlStsRsnInf',
  'AddtlInf',
  'CxlDtls',
])

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  htmlEntities: true,
  isArray: (name) => lists.has(name),
})

/** One level of a report. Its status applies to the levels below it, unless they have their own. */
type Level = {
  readonly fileId: string | null
  readonly code: string | undefined
  readonly reason: string | null
}

/** Codes by which a bank reports that it does not make a payment, by kind of message. */
const rejections: Readonly<Record<StatusReport['kind'], ReadonlySet<string>>> = {
  'pain.002': new Set(['RJCT', 'CANC']),
  'camt.029': new Set(['ACCR', 'CNCL']),
}

type Part = { readonly status: PaymentStatus } | { readonly unread: StatusReport['unread'][number] }

function report(kind: StatusReport['kind'], parts: readonly Part[]): StatusReport {
  return {
    kind,
    statuses: parts.flatMap((part) => ('status' in part ? [part.status] : [])),
    unread: parts.flatMap((part) => ('unread' in part ? [part.unread] : [])),
  }
}

function fromPain002(document: unknown): StatusReport {
  const { OrgnlGrpInfAndSts: original, OrgnlPmtInfAndSts: batches } = parsed(Pain002, document, 'pain.002')
  const kind = 'pain.002'
  const group = levelOf(null, original.OrgnlMsgId, original.GrpSts, original.StsRsnInf)
  return report(kind, [
    ...wholeOf(kind, group),
    ...batches.flatMap(({ OrgnlPmtInfId, PmtInfSts, StsRsnInf, TxInfAndSts }, index) => {
      const batch = levelOf(group, OrgnlPmtInfId, PmtInfSts, StsRsnInf)
      const place = `OrgnlPmtInfAndSts ${index + 1}`
      return [
        ...(PmtInfSts === undefined ? [] : wholeOf(kind, batch)),
        ...TxInfAndSts.map((transaction, number) =>
          transactionOf(kind, batch, transaction, `${place}, TxInfAndSts ${number + 1}`),
        ),
      ]
    }),
  ])
}

function fromCamt029(document: unknown): StatusReport {
  const { Sts, CxlDtls } = parsed(Camt029, document, 'camt.029')
  const kind = 'camt.029'
  const parts = CxlDtls.flatMap((details, index) => {
    const original = details.OrgnlGrpInfAndSts
    const above: Level = { fileId: null, code: Sts?.Conf, reason: null }
    const group = levelOf(above, original?.OrgnlMsgId, original?.GrpCxlSts, original?.CxlStsRsnInf)
    const place = `CxlDtls ${index + 1}`
    const batches = details.OrgnlPmtInfAndSts.flatMap(
      ({ OrgnlPmtInfId, PmtInfCxlSts, CxlStsRsnInf, ...rest }) => {
        const batch = levelOf(group, OrgnlPmtInfId, PmtInfCxlSts, CxlStsRsnInf)
        return [
          ...(PmtInfCxlSts === undefined ? [] : wholeOf(kind, batch)),
          ...rest.TxInfAndSts.map((transaction, number) =>
            transactionOf(kind, batch, transaction, `${place}, TxInfAndSts ${number + 1}`),
          ),
        ]
      },
    )
    return [
      ...(original?.GrpCxlSts === undefined ? [] : wholeOf(kind, group)),
      ...batches,
      ...details.TxInfAndSts.map((transaction, number) =>
        transactionOf(
          kind,
          { ...group, fileId: transaction.OrgnlGrpInf?.OrgnlMsgId ?? group.fileId },
          transaction,
          `${place}, TxInfAndSts ${number + 1}`,
        ),
      ),
    ]
  })
  return report(kind, parts)
}

/** @throws StatementUnreadable */
function parsed<Schema extends z.ZodMiniType>(
  schema: Schema,
  document: unknown,
  kind: StatusReport['kind'],
): z.output<Schema> {
  const read = z.safeParse(schema, document)
  if (read.success) return read.data
  const path = read.error.issues[0]?.path.join('/')
  throw new StatementUnreadable(
    `The file is no ${kind} that can be read: ${path ?? 'Document'} is missing or wrong.`,
  )
}

function levelOf(
  above: Level | null,
  fileId: string | undefined,
  code: string | undefined,
  reasons: readonly StatusReason[] | undefined,
): Level {
  return {
    fileId: fileId ?? above?.fileId ?? null,
    code: code ?? above?.code,
    reason: reasonOf(reasons) ?? (code === undefined ? (above?.reason ?? null) : null),
  }
}

/**
 * The status of all payments of a file. A report on part of a file, or on an unknown number of its payments, counts by
 * its transactions alone.
 */
function wholeOf(kind: StatusReport['kind'], { fileId, code, reason }: Level): Part[] {
  if (code === undefined || partial.has(code)) return []
  return [{ status: { fileId, endToEndId: null, code, isRejection: rejections[kind].has(code), reason } }]
}

const partial: ReadonlySet<string> = new Set(['PART', 'PACR'])

type Transaction = {
  readonly OrgnlEndToEndId?: string | undefined
  readonly TxSts?: string | undefined
  readonly TxCxlSts?: string | undefined
  readonly StsRsnInf?: readonly StatusReason[] | undefined
  readonly CxlStsRsnInf?: readonly StatusReason[] | undefined
}

function transactionOf(
  kind: StatusReport['kind'],
  above: Level,
  transaction: Transaction,
  place: string,
): Part {
  const { OrgnlEndToEndId: endToEndId, TxSts, TxCxlSts, StsRsnInf, CxlStsRsnInf } = transaction
  const { fileId, code, reason } = levelOf(above, undefined, TxSts ?? TxCxlSts, StsRsnInf ?? CxlStsRsnInf)
  if (endToEndId === undefined || endToEndId === '' || endToEndId === 'NOTPROVIDED')
    return { unread: { place, reason: 'It does not name its payment (OrgnlEndToEndId).' } }
  if (code === undefined || partial.has(code))
    return { unread: { place, reason: `It gives no status of the payment ${endToEndId}.` } }
  return { status: { fileId, endToEndId, code, isRejection: rejections[kind].has(code), reason } }
}

/** The reason as a code and in words: `AC04, account closed`. */
function reasonOf(reasons: readonly StatusReason[] | undefined): string | null {
  const parts = (reasons ?? []).flatMap(({ Rsn, AddtlInf }) => [Rsn?.Cd ?? Rsn?.Prtry, ...AddtlInf])
  return parts.filter((part) => part !== undefined && part !== '').join(', ') || null
}
