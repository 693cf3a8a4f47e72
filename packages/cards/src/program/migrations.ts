import { join } from 'node:path'
import { limitsMigrations } from '@cambio/server/http/limits.ts'
import { ledgerMigrations } from '@cambio/server/postgres/Ledger.ts'
import { processesMigrations } from '@cambio/server/work/processes.ts'

/** The platform's own schema. */
export const schema = 'cards'

/** What makes it, in order. */
export const migrations = [
  ledgerMigrations,
  limitsMigrations,
  processesMigrations,
  join(import.meta.dirname, '../../migrations'),
]
