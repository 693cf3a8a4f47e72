import { join } from 'node:path'
import { ledgerMigrations } from '@cambio/server/postgres/Ledger.ts'
import { limitsMigrations } from '@cambio/server/limits.ts'

/** The platform's own schema. */
export const schema = 'cards'

/** What makes it, in order. */
export const migrations = [ledgerMigrations, limitsMigrations, join(import.meta.dirname, '../migrations')]
