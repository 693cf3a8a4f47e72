import * as z from 'zod/mini'
import type { CommandLine } from './answerCall.ts'
import { command } from './Command.ts'

/** What migrating needs: no store is opened for it, since there may be none yet. */
export type MigrateDeps = { readonly migrate: () => Promise<void> }

/** Makes a program’s database what the program expects. */
export const migrate = command({
  name: 'migrate',
  summary:
    'Brings the database up to date with the owner’s address, which the program then does without. Repeating it changes nothing.',
  words: {},
  options: {},
  json: z.object({ migrated: z.boolean() }),
  async run(deps: MigrateDeps) {
    await deps.migrate()
    return { text: 'The database is up to date.', data: { migrated: true } }
  },
})

/** The command line of a program whose database may not be there yet. */
export function migrateLine(program: string): CommandLine<MigrateDeps> {
  return { program, about: 'Brings the database up to date.', commands: [migrate] }
}
