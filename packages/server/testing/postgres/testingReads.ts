import type { Database, Query, Statement } from '../../src/postgres/Database.ts'
import { statement } from './testing.ts'

/** Statements that read much, as `name of table`, with what they read. */
export type MuchRead = Map<string, string>

/**
 * A database whose statements run by the plan that is made without their values, as it stands now, and which notes
 * those that read a table whole or more than `few` rows of it.
 */
export function watchReads(
  database: Database,
  { tables, few, muchRead }: { tables: readonly string[]; few: bigint; muchRead: MuchRead },
): Database {
  /** Measures the statements of one transaction: what one has read by its end is where the next one begins. */
  function measuring(query: Query): Query {
    let soFar: Map<string, Reads> | undefined
    return async (sql: Statement) => {
      const before = soFar ?? (await readSoFar(query, tables))
      soFar = undefined
      const rows = await query(sql)
      // What is checked at commit is part of what the statement takes.
      await query(statement('set constraints all immediate'))
      await query(statement('set constraints all deferred'))
      const after = await readSoFar(query, tables)
      soFar = after
      for (const [table, { whole, read }] of after) {
        const start = before.get(table) ?? { whole: 0n, read: 0n }
        if (whole > start.whole || read - start.read > few)
          muchRead.set(
            `${sql.name} of ${table}`,
            `${whole - start.whole} times whole, ${read - start.read} rows`,
          )
      }
      return rows as never
    }
  }
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (query) => {
      await query(statement('set local plan_cache_mode = force_generic_plan'))
      // Whether what was looked up is kept for the next time hangs on what the planner believes.
      await query(statement('set local enable_memoize = off'))
      // A plan that was made while its table was empty goes when the database looks at the table for the first time.
      await query(statement('discard plans'))
      return work(measuring(query))
    })
  return { ...database, transaction, query: (sql) => transaction((query) => query(sql)) }
}

/** How often a table was read whole, and how many of its rows were read. */
type Reads = { readonly whole: bigint; readonly read: bigint }

/**
 * What was read of each table by this session, which counts on for a while after a transaction: only differences tell. A
 * divided table counts as one; what is empty is not read whole, as a scan of a month to come costs nothing. The view
 * `pg_stat_xact_user_tables` says the same, and looks at every table of the database for it.
 */
export async function readSoFar(query: Query, tables: readonly string[]): Promise<Map<string, Reads>> {
  const rows = await query<{ table: string } & Reads>(statement(READ_SO_FAR, tables))
  return new Map(rows.map(({ table, ...counts }) => [table, counts]))
}

const READ_SO_FAR = `
  select c.relname::text as table,
    sum(case when pg_stat_get_xact_tuples_returned(part) > 0 then pg_stat_get_xact_numscans(part) else 0 end)::int8 as whole,
    sum(pg_stat_get_xact_tuples_returned(part) + coalesce(
      (select sum(pg_stat_get_xact_tuples_fetched(indexrelid)) + pg_stat_get_xact_tuples_fetched(part)
        from pg_index where indrelid = part), 0))::int8 as read
  from pg_class c, lateral (
    select c.oid as part where c.relkind = 'r'
    union all select relid from pg_partition_tree(c.oid) where c.relkind = 'p' and isleaf
  ) parts
  where c.relname = any ($1) and c.relkind in ('r', 'p') group by 1`
