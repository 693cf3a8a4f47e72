import type { Rig } from './rig.ts'

/** Every row of every table, as whoever has a copy of the database can read it. */
export async function dumped({ owner }: Rig): Promise<string> {
  const tables = await owner.query<{ name: string }>({
    name: 'tables',
    text: `select table_name as name from information_schema.tables where table_schema = 'cards'`,
    values: [],
  })
  const rows = await Promise.all(
    tables.map(({ name }) =>
      owner.query<object>({
        name: `dump_${name}`,
        text: `select ${name}::text as row from ${name}`,
        values: [],
      }),
    ),
  )
  return JSON.stringify(rows)
}
