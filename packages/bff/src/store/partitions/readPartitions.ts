import type { Query } from '@cambio/server/postgres/Database.ts'

/** A part of a divided table: rows of a time from `from`, null for the first one, until before `until`. */
export type Partition = {
  readonly table: string
  readonly name: string
  readonly from: Date | null
  readonly until: Date
  /** As PostgreSQL last estimated it; -1 where it never has. */
  readonly rows: bigint
  /** On the disk, with indexes. */
  readonly bytes: bigint
}

/** The partitions of all divided tables, by table and time; none where no table is divided. */
export function partitions(query: Query): Promise<Partition[]> {
  return query<Partition>({ name: 'read_partitions', text: PARTITIONS, values: [] })
}

/** When the last partition of each divided table ends: a row of a later time would be refused. */
export function partitionEnds(query: Query): Promise<{ readonly table: string; readonly until: Date }[]> {
  const text = `select "table", max(until) as until from (${PARTITIONS}) part group by 1 order by 1`
  return query({ name: 'read_partition_ends', text, values: [] })
}

/** Tables whose conversion was begun and not ended, which take no row of a time from `until` on. */
export function openConversions(query: Query): Promise<{ readonly table: string; readonly until: Date }[]> {
  return query({
    name: 'read_open_conversions',
    text: `
      select c.relname as table, to_date(substring(n.conname from '_before_(\\d{4}_\\d{2})$'), 'YYYY_MM')::timestamp at time zone 'UTC' as until
      from pg_constraint n join pg_class c on c.oid = n.conrelid
      where n.connamespace = current_schema()::regnamespace and n.contype = 'c' and not c.relispartition
        and n.conname ~ ('^' || c.relname || '_before_\\d{4}_\\d{2}$')
      order by 1`,
    values: [],
  })
}

/** PostgreSQL writes bounds in the session's time zone, with which they are read again; sessions are in UTC, as days are. */
const PARTITIONS = `
  select c.relname as "table", p.relname as name,
    substring(b.bound from $$FROM \\('([^']+)'\\)$$)::timestamptz as "from",
    substring(b.bound from $$TO \\('([^']+)'\\)$$)::timestamptz as until,
    p.reltuples::int8 as rows, pg_total_relation_size(p.oid) as bytes
  from pg_class c join pg_inherits i on i.inhparent = c.oid join pg_class p on p.oid = i.inhrelid
    cross join lateral (select pg_get_expr(p.relpartbound, p.oid) as bound) b
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'p'
  order by 1, 4`
