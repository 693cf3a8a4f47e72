import type { Loaded } from './openStage.ts'
import { rowsOf } from './rowsOf.ts'

/** Rows of each due list whose time has come and which nobody has worked, by the list's name. */
export type OverdueRows = Readonly<Record<string, number>>

/** What is left undone in a program's due lists: in each table that has a `due_at`. */
export async function overdueRows({ schema, database: { query } }: Loaded): Promise<OverdueRows> {
  const lists = await rowsOf<{ name: string }>(
    query,
    `select c.relname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = $1::regnamespace and c.relkind = 'r' and a.attname = 'due_at' order by 1`,
    schema,
  )
  const counts: Record<string, number> = {}
  for (const { name } of lists) {
    const [row] = await rowsOf<{ count: bigint }>(
      query,
      `select count(*) as count from ${schema}.${name} where due_at <= now()`,
    )
    counts[`${schema}.${name}`] = Number(row?.count ?? 0n)
  }
  return counts
}
