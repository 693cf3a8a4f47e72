import { day, optional } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { exportedFiles, importedFiles, importedReports } from '../../store/read/bank/bankFiles.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'

/** Lists the files exchanged with the bank. */
export const sepaList = command({
  name: 'sepa list',
  summary: [
    'Lists the bank’s statements with new lines, its reports about payments, and the files written for it, newest first, with who did',
    'it: those of the last 31 days, or since a day of yours.',
  ].join('\n'),
  words: {},
  options: { since: optional(day) },
  json: z.object({
    imported: z.array(
      z.object({
        /** The file's SHA-256, as sha256sum prints it. */
        sha256: z.string(),
        imported_at: z.string(),
        imported_by: z.string(),
        /** Its new lines, and how they were booked. */
        lines: z.number(),
        matched: z.number(),
        owed: z.number(),
        by_hand: z.number(),
      }),
    ),
    /** Your bank's reports on payment files: pain.002 and camt.029. Left out if there are none. */
    reports: z.optional(
      z.array(
        z.object({
          sha256: z.string(),
          kind: z.string(),
          imported_at: z.string(),
          imported_by: z.string(),
          /** Payments that the bank did not make, and statuses that changed nothing. */
          rejected: z.number(),
          noted: z.number(),
        }),
      ),
    ),
    exported: z.array(
      z.object({
        /** As “sepa export --again” accepts it. */
        file_id: z.string(),
        exported_at: z.string(),
        exported_by: z.nullable(z.string()),
        payments: z.number(),
        /** How many of them the bank did not make. */
        rejected: z.number(),
        amount: z.string(),
        currency: z.string(),
      }),
    ),
  }),
  async run({ query, now }: StoreDeps, { options: { since = new Date(now().getTime() - USUAL_MS) } }) {
    const imported = (await importedFiles(query, since)).map(
      ({ importedAt, importedBy, byHand, ...file }) => ({
        ...file,
        imported_at: importedAt.toISOString(),
        imported_by: importedBy,
        by_hand: byHand,
      }),
    )
    const reports = (await importedReports(query, since)).map(({ importedAt, importedBy, ...report }) => ({
      ...report,
      imported_at: importedAt.toISOString(),
      imported_by: importedBy,
    }))
    const exported = (await exportedFiles(query, since)).map(
      ({ id, exportedAt, exportedBy, amount, ...file }) => ({
        ...file,
        file_id: id,
        exported_at: exportedAt.toISOString(),
        exported_by: exportedBy,
        amount: Money.format(amount),
        currency: amount.currency,
      }),
    )
    const lines = [
      ...imported.map(
        ({ sha256, imported_at: at, imported_by: by, lines: count, matched, owed, by_hand: byHand }) =>
          `${at}  imported by ${by}  ${count} new: ${matched} matched, ${owed} owed, ${byHand} by hand  SHA-256 ${sha256}`,
      ),
      ...reports.map(
        ({ sha256, kind, imported_at: at, imported_by: by, rejected, noted }) =>
          `${at}  ${kind} imported by ${by}  ${rejected} rejected, ${noted} noted  SHA-256 ${sha256}`,
      ),
      ...exported.map(
        ({ file_id: id, exported_at: at, exported_by: by, payments, rejected, amount, currency }) =>
          `${at}  exported${by === null ? '' : ` by ${by}`}  ${id}  ${counted(payments, 'payment', 'payments')}, ${amount} ${currency}${rejected === 0 ? '' : `, ${rejected} rejected`}`,
      ),
    ]
    return {
      text: lines.join('\n') || `No file was imported or exported since ${since.toISOString()}.`,
      data: { imported, ...(reports.length > 0 && { reports }), exported },
    }
  },
})

const USUAL_MS = 31 * 24 * 60 * 60 * 1_000
