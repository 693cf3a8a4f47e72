import * as z from 'zod/mini'
import type { Migrated } from '../postgres/migrate.ts'
import type { CommandLine } from './answerCall.ts'
import { command } from './Command.ts'
import { counted } from './counted.ts'

/** What migrating needs: no store is opened for it, since there may be no tables yet. */
export type MigrateDeps = { readonly migrate: () => Promise<Migrated> }

/** Brings a program’s database up to date. */
export const migrate = command({
  name: 'migrate',
  summary:
    'Migrates the database as its owner, whose address the program itself then does not need. Running it twice changes nothing.',
  words: {},
  options: {},
  json: z.object({ migrated: z.boolean(), applied: z.number() }),
  async run(deps: MigrateDeps) {
    const migrated = await deps.migrate()
    return { text: sentenceOf(migrated), data: { migrated: true, applied: migrated.applied } }
  },
})

function sentenceOf({ isNew, applied }: Migrated): string {
  if (applied === 0) return 'The database was up to date already: no migration was left to apply.'
  const migrations = counted(applied, 'migration', 'migrations')
  return isNew
    ? `Made the tables by ${migrations}. The database is up to date.`
    : `Applied ${migrations}. The database is up to date.`
}

/** The command line of a program whose database may not be migrated yet. */
export function migrateLine(program: string): CommandLine<MigrateDeps> {
  return { program, about: 'Brings the database up to date.', commands: [migrate] }
}
