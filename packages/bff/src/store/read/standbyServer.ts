import type { Query } from '@cambio/server/postgres/Database.ts'

/** The state of a server that lists may be read from. */
export type StandbyServer = {
  readonly is_standby: boolean
  /** The part of the primary's log that it has not replayed; null where it was never a standby. */
  readonly bytes_behind: bigint | null
}

/** Asks the primary how far its log reaches, then asks the other server how much of that it lacks. */
export async function standbyServer(primary: Query, standby: Query): Promise<StandbyServer> {
  const [place] = await primary<{ lsn: string }>({
    name: 'read_primary_lsn',
    text: 'select pg_current_wal_flush_lsn()::text as lsn',
    values: [],
  })
  const [server] = await standby<StandbyServer>({
    name: 'read_standby_server',
    text: `select pg_is_in_recovery() as is_standby,
      pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn())::int8 as bytes_behind`,
    values: [place?.lsn],
  })
  if (server === undefined) throw new Error('A statement without a table gave no row.')
  return server
}
