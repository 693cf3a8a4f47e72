import { escapeIdentifier, type Client } from 'pg'

/** A table whose rows are backed up, with the columns that are written and not computed. */
export type Table = { readonly name: string; readonly columns: readonly string[] }

/** The tables of a schema; those that migrations are kept in and parts of others are none of them. */
export async function tablesOf(client: Client, schema: string): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(TABLES, [schema])
  return rows
}

const TABLES = `
  select c.relname as name,
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = (select oid from pg_namespace where nspname = $1)
    and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration'
  group by c.relname order by c.relname`

/** A counter, and where it stands. */
export type Sequence = { readonly name: string; readonly last: string; readonly isCalled: boolean }

/** The counters of a schema. What they say is of now, not of the snapshot: it is at least what the rows hold. */
export async function sequencesOf(client: Client, schema: string): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    'select sequencename as name from pg_sequences where schemaname = $1 order by sequencename',
    [schema],
  )
  const found: Sequence[] = []
  for (const { name } of rows) {
    const place = nameIn(schema, name)
    const read = await client.query<{ last: string; is_called: boolean }>(
      `select last_value::text as last, is_called from ${place}`,
    )
    for (const { last, is_called: isCalled } of read.rows) found.push({ name, last, isCalled })
  }
  return found
}

/** A table's or a counter's name with its schema, as SQL. */
export function nameIn(schema: string, name: string): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
}

/** Names of columns as SQL. */
export function columnList(columns: readonly string[]): string {
  return columns.map((column) => escapeIdentifier(column)).join(', ')
}
