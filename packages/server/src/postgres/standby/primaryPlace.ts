import type { Database, Query } from '../Database.ts'

/** The end of the primary's log. Everything that the primary shows is before this position. */
export type PrimaryPlace = {
  /** When the server was started, microseconds since 1970: it distinguishes a primary from the former one. */
  readonly started_micros: bigint
  /** A position in its log, as PostgreSQL writes it. */
  readonly lsn: string
  /** Whether commits wait for a standby. */
  readonly is_synchronous: boolean
}

const STARTED_MICROS = `(extract(epoch from pg_postmaster_start_time()) * 1000000)::int8`

/** Asks the primary for the end of its log, after recording which server it is, if that is not recorded yet. */
export async function primaryPlace({ query }: Pick<Database, 'query'>): Promise<PrimaryPlace> {
  const place = await ask(query)
  if (place.is_marked) return place
  await query({ name: 'primary_mark', text: MARK, values: [] })
  return ask(query)
}

async function ask(query: Query): Promise<PrimaryPlace & { readonly is_marked: boolean }> {
  const [place] = await query<PrimaryPlace & { is_marked: boolean }>({
    name: 'primary_place',
    text: PLACE,
    values: [],
  })
  if (place === undefined) throw new Error('A statement without a table gave no row.')
  return place
}

/** A commit is on disk before it is visible: every session of a program has synchronous_commit on. */
const PLACE = `
  select ${STARTED_MICROS} as started_micros, pg_current_wal_flush_lsn()::text as lsn,
    current_setting('synchronous_standby_names') <> '' as is_synchronous,
    exists (select from primary_server where started_at = pg_postmaster_start_time()) as is_marked`

const MARK = `
  insert into primary_server (started_at) values (pg_postmaster_start_time())
  on conflict (one) do update set started_at = excluded.started_at
  where primary_server.started_at <> excluded.started_at`

/** Whether a standby follows the primary and has its log up to a position; run on the standby. */
export async function hasReached(
  query: Query,
  { lsn, started_micros: started }: PrimaryPlace,
): Promise<boolean> {
  const [row] = await query<{ there: boolean }>({
    name: 'standby_reached',
    text: REACHED,
    values: [lsn, started],
  })
  return row?.there === true
}

const REACHED = `
  select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) and exists (
    select from primary_server where (extract(epoch from started_at) * 1000000)::int8 = $2::int8
  ) as there`

/**
 * Commits something on the primary, which waits until the synchronous standbys have all that any standby had when this
 * was called.
 * @returns when the server was started, microseconds since 1970
 * @throws DatabaseUnavailable not_replicated
 */
export async function proveReplicated({ query }: Pick<Database, 'query'>): Promise<bigint | undefined> {
  const [row] = await query<{ started_micros: bigint }>({
    name: 'standby_proof',
    text: `select ${STARTED_MICROS} as started_micros, pg_logical_emit_message(true, 'cambio', '')`,
    values: [],
  })
  return row?.started_micros
}
