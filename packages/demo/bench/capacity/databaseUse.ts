import { Client } from 'pg'

/** What a table has grown to, its indexes apart, bytes. */
export type TableSize = { readonly table: string; readonly rows: number; readonly indexes: number }

const DATABASES = ['exchange', 'cards'] as const

/** How far the server's log (WAL) has come, bytes. @param url the superuser's */
export function logBytes(url: string): Promise<number> {
  return asking(url, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as bytes`,
    )
    return Number(rows[0]?.bytes)
  })
}

/** Every table of both programs, cleaned up first, as the server does by itself. */
export async function tableSizes(urlOf: (database: string) => string): Promise<readonly TableSize[]> {
  const all = await Promise.all(
    DATABASES.map((database) =>
      asking(urlOf(database), async (client) => {
        await client.query('vacuum analyze')
        const { rows } = await client.query<{ table: string; bytes: string; indexes: string }>(
          `select n.nspname || '.' || c.relname as table, pg_table_size(c.oid)::text as bytes,
            pg_indexes_size(c.oid)::text as indexes
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = $1 and c.relkind = 'r'`,
          [database],
        )
        return rows.map(({ table, bytes, indexes }) => ({
          table,
          rows: Number(bytes),
          indexes: Number(indexes),
        }))
      }),
    ),
  )
  return all.flat()
}

/** Connections that are open to the databases of both programs. */
export function connections(url: string): Promise<string> {
  return asking(url, async (client) => {
    const { rows } = await client.query<{ said: string }>(
      `select string_agg(datname || ' ' || number, ', ' order by datname desc) as said from (
        select datname, count(*) as number from pg_stat_activity where datname = any ($1) and pid <> pg_backend_pid()
        group by 1) each`,
      [DATABASES],
    )
    return rows[0]?.said ?? 'none'
  })
}

/** How many callbacks and notifications wait to be received. */
export function waitingMessages(url: string): Promise<number> {
  return asking(url, async (client) => {
    const { rows } = await client.query<{ waiting: number }>(
      `select count(*)::int as waiting from exchange.callback where state = 'waiting'`,
    )
    return rows[0]?.waiting ?? 0
  })
}

/** How many callbacks have been written for a partner. */
export function callbackCount(url: string): Promise<number> {
  return asking(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from exchange.callback where state <> 'feed_only'`,
    )
    return rows[0]?.count ?? 0
  })
}

async function asking<Result>(url: string, ask: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}
