import { REPORT_IMPORTED } from '@cambio/exchange/operator/bank/importStatusReport.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'

/** A statement file of the bank that had new lines. */
export type ImportedFile = {
  readonly sha256: string
  readonly importedBy: string
  readonly importedAt: Date
  /** How many new lines it had, and their outcomes. */
  readonly lines: number
  readonly matched: number
  readonly owed: number
  readonly byHand: number
}

/** A report of the bank about payment files. */
export type ImportedReport = {
  readonly sha256: string
  readonly kind: string
  readonly importedBy: string
  readonly importedAt: Date
  readonly rejected: number
  readonly noted: number
}

/** A payment file that was written for the bank. */
export type ExportedFile = {
  readonly id: string
  /** Null for an old file, for which this was not stored. */
  readonly exportedBy: string | null
  readonly exportedAt: Date
  readonly payments: number
  /** How many of them the bank rejected. */
  readonly rejected: number
  readonly amount: Money.Money
}

/** The statement files imported since a time, newest first. */
export function importedFiles(query: Query, since: Date): Promise<ImportedFile[]> {
  return query<ImportedFile>({ name: 'read_imported_files', text: IMPORTED, values: [since] })
}

/** The bank's reports about payments imported since a time, newest first. */
export async function importedReports(query: Query, since: Date): Promise<ImportedReport[]> {
  const rows = await query<{ actor: string; at: Date; detail: unknown }>({
    name: 'read_imported_reports',
    text: `
      select actor, at, detail from operator_act where act = $1 and at >= $2 order by at desc, id`,
    values: [REPORT_IMPORTED, since],
  })
  return rows.map(({ actor, at, detail }) => ({
    ...ReportDetail.parse(detail),
    importedBy: actor,
    importedAt: at,
  }))
}

/** What the stored act says about a report. */
const ReportDetail = z.object({
  sha256: z.string(),
  kind: z.string(),
  rejected: z.number(),
  noted: z.number(),
})

/** The payment files that were written since a time, newest first. */
export async function exportedFiles(query: Query, since: Date): Promise<ExportedFile[]> {
  type Row = Omit<ExportedFile, 'amount'> & Money.Money
  const rows = await query<Row>({ name: 'read_exported_files', text: EXPORTED, values: [since] })
  return rows.map(({ units, currency, ...file }) => ({ ...file, amount: { units, currency } }))
}

const IMPORTED = `
  select encode(file_hash, 'hex') as sha256, imported_by as "importedBy", min(imported_at) as "importedAt",
    count(*)::int4 as lines, (count(*) filter (where outcome = 'matched'))::int4 as matched,
    (count(*) filter (where outcome = 'owed'))::int4 as owed,
    (count(*) filter (where outcome = 'by_hand'))::int4 as "byHand"
  from bank_entry where imported_at >= $1
  group by file_hash, imported_by order by "importedAt" desc, sha256`

const EXPORTED = `
  select file_id as id, exported_by as "exportedBy", exported_at as "exportedAt", count(*)::int4 as payments,
    currency, sum(units) as units, (count(*) filter (where state = 'rejected'))::int4 as rejected
  from bank_payment where exported_at >= $1
  group by file_id, exported_by, exported_at, currency order by exported_at desc, file_id`
