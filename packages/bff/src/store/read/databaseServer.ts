import type { Query } from '@cambio/server/postgres/Database.ts'

/** The server of the database, with how safely it stores commits. */
export type DatabaseServer = {
  readonly version: string
  readonly version_number: number
  readonly is_standby: boolean
  readonly fsync: string
  readonly full_page_writes: string
  readonly synchronous_commit: string
  readonly synchronous_standby_names: string
  readonly standbys: bigint
  readonly archive_mode: string
  readonly last_archived_at: Date | null
  readonly last_failed_at: Date | null
  readonly max_connections: number
  readonly connections: bigint
}

/** The settings and the state of the database's server. */
export async function databaseServer(query: Query): Promise<DatabaseServer> {
  const [server] = await query<DatabaseServer>({ name: 'read_database_server', text: SERVER, values: [] })
  if (server === undefined) throw new Error('A statement without a table gave no row.')
  return server
}

const SERVER = `
  select current_setting('server_version') as version,
    current_setting('server_version_num')::int4 as version_number,
    pg_is_in_recovery() as is_standby,
    current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_commit') as synchronous_commit,
    current_setting('synchronous_standby_names') as synchronous_standby_names,
    (select count(*) from pg_stat_get_wal_senders()) as standbys,
    current_setting('archive_mode') as archive_mode,
    (select last_archived_time from pg_stat_archiver) as last_archived_at,
    (select last_failed_time from pg_stat_archiver) as last_failed_at,
    current_setting('max_connections')::int4 as max_connections,
    (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections`
