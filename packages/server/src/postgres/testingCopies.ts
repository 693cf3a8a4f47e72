import type { Query } from './Database.ts'
import { statement } from './testing.ts'

/**
 * Copies the first row of a table, as its owner, so many times. `own` gives expressions of n, from 1, for columns that
 * differ; generated columns follow by themselves.
 */
export async function copyRow(
  query: Query,
  { table, own, count }: { table: string; own: Readonly<Record<string, string>>; count: number },
): Promise<void> {
  const columns = await query<{ name: string }>(
    statement(
      `select attname::text as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      table,
    ),
  )
  const names = columns.map(({ name }) => name)
  await query(
    statement(`insert into ${table} (${names.join(', ')})
      select ${names.map((name) => own[name] ?? `t.${name}`).join(', ')}
      from (select * from ${table} limit 1) t, generate_series(1, ${count}) n`),
  )
}
