import { settingsOf } from '../postgres/connectionTo.ts'
import type { Database } from '../postgres/Database.ts'
import { StartRefused } from '../settings/StartRefused.ts'

/** A database's report on itself and on the session. */
export type DatabaseReport = {
  readonly user: string
  readonly database: string
  readonly owns: boolean
  readonly version: number
  readonly synchronous_commit: string
  readonly max_connections: number
  readonly settings: Readonly<Record<string, string>>
}

const OLDEST_VERSION = 15
const MOST_SKEW_MS = 1_000

/**
 * Checks a database through the connections that a program will use, including any pooler.
 * @throws StartRefused that names what is wrong and what to run, or by how much the two clocks differ
 */
export async function checkDatabase(
  database: Database,
  { schema, variable }: { schema: string; variable: string },
): Promise<DatabaseReport> {
  const requiredSettings = settingsOf({ schema })
  const [report] = await database.query<DatabaseReport>({
    name: 'check_database',
    text: CHECK,
    values: [schema, Object.keys(requiredSettings)],
  })
  if (report === undefined) throw new Error('A statement without a table gave no row.')
  if (Math.floor(report.version / 10_000) < OLDEST_VERSION)
    throw new StartRefused(
      `The database at ${variable} is older than PostgreSQL ${OLDEST_VERSION}: upgrade it.`,
    )
  if (report.owns)
    throw new StartRefused(
      `The user ${report.user} owns the tables it would work with: give ${variable} the address of a role that owns none, and the owner's beside it.`,
    )
  if (report.synchronous_commit === 'off')
    throw new StartRefused(
      `With synchronous_commit off a payment that was acknowledged can be lost. Run: alter role ${report.user} in database ${report.database} set synchronous_commit = on;`,
    )
  const missing = Object.entries(requiredSettings).filter(
    ([name, value]) => !isSame(report.settings[name], value),
  )
  if (missing.length > 0)
    throw new StartRefused(
      `Behind a pooler the settings of a session live on its role. Run as an administrator:\n${missing
        .map(
          ([name, value]) =>
            `  alter role ${report.user} in database ${report.database} set ${name} = '${value}';`,
        )
        .join('\n')}`,
    )
  await checkClock(database)
  return report
}

/** PostgreSQL shows a duration in the largest unit without a fraction. */
function isSame(actual: string | undefined, required: string): boolean {
  return actual !== undefined && inMs(actual) === inMs(required)
}

function inMs(setting: string): string {
  return setting.replace(/^(\d+)s$/, '$1000ms')
}

const CHECK = `
  select current_user::text as user, current_database()::text as database,
    (select rolsuper from pg_roles where rolname = current_user)
      or exists (select from pg_tables where schemaname = $1 and tableowner = current_user) as owns,
    current_setting('server_version_num')::int4 as version,
    current_setting('synchronous_commit') as synchronous_commit,
    current_setting('max_connections')::int4 as max_connections,
    (select json_object_agg(name, current_setting(name)) from unnest($2::text[]) name) as settings`

/**
 * Checks this machine's clock: it sets leases and due times, and other machines use theirs, so that all have to agree.
 * @throws StartRefused that says by how much the two clocks differ
 */
export async function checkClock(database: Database): Promise<void> {
  const skewMs = await clockSkewMs(database)
  if (Math.abs(skewMs) <= MOST_SKEW_MS) return
  const seconds = (Math.abs(skewMs) / 1000).toFixed(1)
  throw new StartRefused(
    `This machine's clock is ${seconds} s ${skewMs > 0 ? 'behind' : 'ahead of'} the database's, and one second is the most: set both by NTP.`,
  )
}

/** How far the database's clock is ahead of this machine's, milliseconds, as precisely as the network allows. */
export async function clockSkewMs(database: Database): Promise<number> {
  let closest = { skewMs: 0, wayMs: Number.POSITIVE_INFINITY }
  for (let times = 0; times < 3; times++) {
    const before = Date.now()
    const [row] = await database.query<{ ms: number }>({
      name: 'clock',
      text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
      values: [],
    })
    const wayMs = Date.now() - before
    if (row !== undefined && wayMs < closest.wayMs) closest = { skewMs: row.ms - (before + wayMs / 2), wayMs }
  }
  const certainMs = Math.max(0, Math.abs(closest.skewMs) - closest.wayMs / 2)
  return Math.sign(closest.skewMs) * certainMs
}
