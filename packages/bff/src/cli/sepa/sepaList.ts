import { day, optional } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import type { StoreDeps } from '../../store/StoreDeps.ts'

type ImportedRow = {
  readonly sha256: string
  readonly imported_by: string
  readonly imported_at: Date
  readonly lines: number
  readonly matched: number
  readonly owed: number
  readonly by_hand: number
}
type ExportedRow = {
  readonly file_id: string
  /** Null of a file that is older than that this was kept. */
  readonly exported_by: string | null
  readonly exported_at: Date
  readonly payments: number
  readonly rejected: number
  readonly currency: string
  readonly units: bigint
}

/** The files that went between the exchange and its bank. */
export const sepaList = command({
  name: 'sepa list',
  summary: [
    'Lists the bank’s files that brought something new, and those that were written for it, newest first, with who did',
    'it: those of the last 31 days, or since a day of yours.',
  ].join('\n'),
  words: {},
  options: { since: optional(day) },
  json: z.object({
    imported: z.array(
      z.object({
        /** Of the file, as sha256sum tells it. */
        sha256: z.string(),
        imported_at: z.string(),
        imported_by: z.string(),
        /** Lines that were new in it, and what became of them. */
        lines: z.number(),
        matched: z.number(),
        owed: z.number(),
        by_hand: z.number(),
      }),
    ),
    exported: z.array(
      z.object({
        /** As “sepa export --again” takes it. */
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
    const files = await query<ImportedRow>({ name: 'cli_sepa_imported', text: IMPORTED, values: [since] })
    const written = await query<ExportedRow>({ name: 'cli_sepa_exported', text: EXPORTED, values: [since] })
    const imported = files.map((row) => ({ ...row, imported_at: row.imported_at.toISOString() }))
    const exported = written.map(({ units, exported_at, ...row }) => ({
      ...row,
      exported_at: exported_at.toISOString(),
      amount: Money.format({ units, currency: row.currency }),
    }))
    const lines = [
      ...imported.map(
        ({ sha256, imported_at: at, imported_by: by, lines: count, matched, owed, by_hand: byHand }) =>
          `${at}  imported by ${by}  ${count} new: ${matched} matched, ${owed} owed, ${byHand} by hand  SHA-256 ${sha256}`,
      ),
      ...exported.map(
        ({ file_id: id, exported_at: at, exported_by: by, payments, rejected, amount, currency }) =>
          `${at}  exported${by === null ? '' : ` by ${by}`}  ${id}  ${counted(payments, 'payment', 'payments')}, ${amount} ${currency}${rejected === 0 ? '' : `, ${rejected} rejected`}`,
      ),
    ]
    return {
      text: lines.join('\n') || `No file was imported or exported since ${since.toISOString()}.`,
      data: { imported, exported },
    }
  },
})

const USUAL_MS = 31 * 24 * 60 * 60 * 1_000

const IMPORTED = `
  select encode(file_hash, 'hex') as sha256, imported_by, min(imported_at) as imported_at, count(*)::int4 as lines,
    (count(*) filter (where outcome = 'matched'))::int4 as matched,
    (count(*) filter (where outcome = 'owed'))::int4 as owed,
    (count(*) filter (where outcome = 'by_hand'))::int4 as by_hand
  from bank_entry where imported_at >= $1
  group by file_hash, imported_by order by imported_at desc, sha256`

const EXPORTED = `
  select file_id, exported_by, exported_at, count(*)::int4 as payments, currency, sum(units) as units,
    (count(*) filter (where state = 'rejected'))::int4 as rejected
  from bank_payment where exported_at >= $1
  group by file_id, exported_by, exported_at, currency order by exported_at desc, file_id`
