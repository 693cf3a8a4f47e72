import { lastBackupAt } from '@cambio/bff/store/read/lastBackupAt.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import { bad, good, warning, type Finding } from '@cambio/server/doctor/Finding.ts'
import { openDatabase, type Query } from '@cambio/server/postgres/Database.ts'
import { migrationsIn, type Migration } from '@cambio/server/postgres/migrate.ts'
import { checksumOf } from '@cambio/server/postgres/migration/layouts.ts'
import type { Owned } from '../Owned.ts'

const OLDEST_POSTGRES = 15
const BACKUP_AGE_MS = 24 * 60 * 60 * 1_000

/** Examines one program's database: what would be migrated, whether it is ahead of this version, and its server. */
export async function examineProgram(owned: Owned, now: Date): Promise<Finding[]> {
  const { name, url, schema, directories } = owned
  const database = openDatabase({ url, schema, max: 1 })
  try {
    const { query } = database
    const known = await migrationsIn(directories)
    const applied = await appliedIn(query, schema)
    if (applied === undefined)
      return [
        bad(name, 'The database has no tables of it.', 'Run “migrate”, or set the address to its database.'),
      ]
    return [
      ...migrations(name, known, applied),
      await server(name, query),
      ...(name === 'exchange' ? [backup(await lastBackupAt(query), now)] : []),
    ]
  } finally {
    await database.close()
  }
}

async function appliedIn(query: Query, schema: string): Promise<ReadonlyMap<string, string> | undefined> {
  const [found] = await query<{ is_there: boolean }>({
    name: 'upgrade_has_migrations',
    text: `select exists (select from pg_tables where schemaname = $1 and tablename = 'migration') as is_there`,
    values: [schema],
  })
  if (!found?.is_there) return undefined
  const rows = await query<{ name: string; checksum: string }>({
    name: 'upgrade_migrations',
    text: 'select name, checksum from migration',
    values: [],
  })
  return new Map(rows.map(({ name, checksum }) => [name, checksumOf(checksum)]))
}

function migrations(
  program: string,
  known: readonly Migration[],
  applied: ReadonlyMap<string, string>,
): Finding[] {
  const names = new Set(known.map(({ name }) => name))
  const later = [...applied.keys()].filter((name) => !names.has(name))
  const changed = known.filter(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  const pending = known.filter(({ name }) => !applied.has(name)).map(({ name }) => name)
  if (changed.length > 0)
    return [
      bad(
        program,
        `These migrations were applied and are other ones here: ${changed.map(({ name }) => name).join(', ')}.`,
        'Put their files back as they were: nothing starts with others.',
      ),
    ]
  return [
    ...(later.length === 0
      ? []
      : [
          bad(
            program,
            `The database is of a later version: ${later.join(', ')}.`,
            'Use the checkout of that version; this one is older.',
          ),
        ]),
    pending.length === 0
      ? good(program, 'Its database needs no migration.')
      : warning(
          program,
          `${counted(pending.length, 'migration is', 'migrations are')} to be applied: ${pending.join(', ')}.`,
          'Take a back-up, then run “migrate”: the version before goes on meanwhile, and runs beside this one afterwards.',
        ),
  ]
}

async function server(program: string, query: Query): Promise<Finding> {
  const [row] = await query<{ version: string; number: number }>({
    name: 'upgrade_server',
    text: `select current_setting('server_version') as version, current_setting('server_version_num')::int4 as number`,
    values: [],
  })
  const { version, number } = row ?? { version: 'unknown', number: 0 }
  return number >= OLDEST_POSTGRES * 10_000
    ? good('versions', `PostgreSQL of the ${program} is ${version}.`)
    : bad(
        'versions',
        `PostgreSQL of the ${program} is ${version}.`,
        `Upgrade it: ${OLDEST_POSTGRES} is the oldest that is taken.`,
      )
}

function backup(at: Date | undefined, now: Date): Finding {
  return at !== undefined && now.getTime() - at.getTime() < BACKUP_AGE_MS
    ? good('backup', `The last back-up is of ${at.toISOString()}.`)
    : warning('backup', 'No back-up was made in the last 24 hours.', 'Run “backup” before “migrate”.')
}
