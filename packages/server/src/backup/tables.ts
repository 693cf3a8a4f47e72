import { escapeIdentifier, type Client } from 'pg'

/** A table whose rows are backed up, with its columns except generated ones. */
export type Table = {
  readonly name: string
  readonly columns: readonly string[]
  /** Whether it is divided into partitions. */
  readonly isDivided: boolean
}

/** The tables of a schema, without the table of migrations and without partitions. */
export async function tablesOf(client: Client, schema: string): Promise<Table[]> {
  const { rows } = await client.query<Table>(TABLES, [schema])
  return rows
}

const TABLES = `
  select c.relname as name, c.relkind = 'p' as "isDivided",
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = (select oid from pg_namespace where nspname = $1)
    and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration'
  group by c.relname, c.relkind order by c.relname`

/** A sequence and its value. */
export type Sequence = { readonly name: string; readonly last: string; readonly isCalled: boolean }

/** The sequences of a schema. Their values are current, not the snapshot's: at least what the rows contain. */
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

/** A table's or a sequence's name with its schema, as SQL. */
export function nameIn(schema: string, name: string): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`
}

/** Column names as SQL. */
export function columnList(columns: readonly string[]): string {
  return columns.map((column) => escapeIdentifier(column)).join(', ')
}
