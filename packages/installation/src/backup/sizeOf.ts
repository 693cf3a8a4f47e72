import type { BackedUpDatabase } from '@cambio/server/backup/Manifest.ts'
import * as z from 'zod/mini'

/** The size of a back-up of a database. */
export const BackupSize = z.object({
  program: z.enum(['exchange', 'cards']),
  at: z.string(),
  tables: z.int(),
  rows: z.int(),
  bytes: z.int(),
})

export function sizeOf({ program, at, tables }: BackedUpDatabase): z.infer<typeof BackupSize> {
  return {
    program,
    at,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** A size as a line for a person. */
export function sizeLine({ program, at, tables, rows, bytes }: z.infer<typeof BackupSize>): string {
  const kilobytes = Math.ceil(bytes / 1_000)
  return `${program.padEnd(9)} as of ${at}: ${rows} rows in ${tables} tables, ${kilobytes} kB`
}
