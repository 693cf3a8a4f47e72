import type { Mode } from '@cambio/exchange/payout/destination.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import { bad, good, warning, type Finding } from '@cambio/server/doctor/Finding.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { databaseServer, type DatabaseServer } from '../../store/read/databaseServer.ts'
import { lastBackupAt } from '../../store/read/lastBackupAt.ts'

/** The oldest version that the exchange starts on. */
const OLDEST = 150_000
/** The share of the server's connections, in percent, above which few are left. */
const MOST_USED_PERCENT = 80
/** How old the last archived log may be, milliseconds. Servers usually archive several times an hour. */
const ARCHIVE_AGE_MS = 24 * 60 * 60 * 1_000
/** How old the last back-up may be, milliseconds: one a day, and two hours for a slow one. */
const BACKUP_AGE_MS = 26 * 60 * 60 * 1_000

/** Examines how the database keeps its data: on this server, on its standbys, in an archive, and in back-ups. */
export async function examineDatabase(
  query: Query,
  { now, mode }: { now: Date; mode: Mode },
): Promise<Finding[]> {
  const server = await databaseServer(query)
  return [
    ...version(server),
    ...durability(server, mode),
    replication(server),
    archive(server, now),
    lastBackup(await lastBackupAt(query), now),
    ...connectionsLeft(server),
  ]
}

function version({ version, version_number }: DatabaseServer): Finding[] {
  return version_number < OLDEST
    ? [bad('versions', `PostgreSQL is ${version}.`, 'Upgrade it: 15 is the oldest supported version.')]
    : [good('versions', `PostgreSQL is ${version}.`)]
}

/** A sandbox may lose its data. */
function durability({ is_standby, fsync, full_page_writes }: DatabaseServer, mode: Mode): Finding[] {
  const say = mode === 'live' ? bad : warning
  const lax = [
    ...(fsync === 'off' ? ['fsync'] : []),
    ...(full_page_writes === 'off' ? ['full_page_writes'] : []),
  ]
  return [
    ...(is_standby
      ? [
          bad(
            'database',
            'The server is a standby and accepts no writes.',
            'Point DATABASE_URL at the primary.',
          ),
        ]
      : []),
    ...lax.map((name) =>
      say(
        'database',
        `${name} is off: a crash loses acknowledged data.`,
        `Set ${name} = on in postgresql.conf.`,
      ),
    ),
  ]
}

/**
 * A single server without a standby is a choice. One that waits for no standby loses acknowledged data with its disk.
 */
function replication(server: DatabaseServer): Finding {
  const { synchronous_commit: commit, synchronous_standby_names: names, standbys } = server
  if (names === '')
    return standbys === 0n
      ? warning(
          'replication',
          'There is no standby: if this server’s disk fails, everything since the last back-up is lost.',
          'Run a standby with synchronous_standby_names set, or keep an archive of the log.',
        )
      : warning(
          'replication',
          `${standbys} standbys follow, and no commit waits for one: a fail-over loses the latest acknowledged data.`,
          'Set synchronous_standby_names, or synchronous_mode in Patroni.',
        )
  if (commit === 'local' || commit === 'off')
    return bad(
      'replication',
      `synchronous_commit is ${commit}, so no commit waits for a standby.`,
      'Set synchronous_commit = on.',
    )
  return standbys === 0n
    ? bad(
        'replication',
        'Commits wait for a standby, and none is connected: nothing can be written.',
        'Bring a standby back; Patroni’s “patronictl list” names them.',
      )
    : good(
        'replication',
        `Commits wait for a standby, and ${counted(Number(standbys), 'one follows', 'follow')}.`,
      )
}

function archive(
  { archive_mode, last_archived_at: archived, last_failed_at: failed }: DatabaseServer,
  now: Date,
): Finding {
  if (archive_mode === 'off')
    return warning(
      'backup',
      'The server does not archive its log: a restore goes back to the last back-up.',
      'Set archive_mode and archive_command, as pgBackRest or WAL-G do.',
    )
  if (failed !== null && (archived === null || failed > archived))
    return bad(
      'backup',
      `Log archiving has failed since ${failed.toISOString()}.`,
      'Look in the server’s log for the message of archive_command.',
    )
  if (archived === null || now.getTime() - archived.getTime() > ARCHIVE_AGE_MS)
    return warning(
      'backup',
      `The log was last archived ${archived === null ? 'never' : `at ${archived.toISOString()}`}.`,
      'Set archive_timeout, so that quiet days are archived too.',
    )
  return good('backup', `The log was last archived at ${archived.toISOString()}.`)
}

function lastBackup(at: Date | undefined, now: Date): Finding {
  const often = 'Run “backup” once a day by a timer, and “verify-backup” on its result.'
  if (at === undefined) return warning('backup', '“backup” has not made a back-up yet.', often)
  const finding = `The last back-up by “backup” is of ${at.toISOString()}.`
  return now.getTime() - at.getTime() > BACKUP_AGE_MS
    ? warning('backup', finding, often)
    : good('backup', finding)
}

function connectionsLeft({ max_connections: most, connections }: DatabaseServer): Finding[] {
  return connections * 100n > BigInt(most * MOST_USED_PERCENT)
    ? [
        warning(
          'database',
          `${connections} of ${most} connections are in use.`,
          'Raise max_connections, or put a pooler in between.',
        ),
      ]
    : []
}
