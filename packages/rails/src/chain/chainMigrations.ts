import { join } from 'node:path'

/** Folder of the chain's own migrations; its tables lie in the exchange's schema. */
export const chainMigrations = join(import.meta.dirname, '../migrations/chain')
