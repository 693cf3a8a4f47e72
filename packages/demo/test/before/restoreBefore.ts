import { chmod, copyFile, cp, mkdir, mkdtemp, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { statement, type TestDatabase } from '@cambio/server/testing/postgres/testing.ts'

/*
 * A back-up of both programs as they were early on: the rows of each table, a line a table, and the keys. Two orders were
 * in flight when it was made, one held and one whose SALE had not arrived. Each row's times are moved to now as it is
 * restored, since what is in flight does not wait for years.
 */

type Name = 'exchange' | 'cards'

/** The key files of the back-up, into a data folder. */
export async function restoreKeys(dataDir: string): Promise<void> {
  for (const name of ['exchange.key', 'cards.key']) {
    await copyFile(join(import.meta.dirname, name), join(dataDir, name))
    await chmod(join(dataDir, name), 0o600)
  }
}

/**
 * Folders with those migrations alone that the back-up's database had: none of them was ever edited.
 * @param within where they are made
 */
export async function migrationsBefore(
  name: Name,
  directories: readonly string[],
  within: string,
): Promise<string[]> {
  const migrations = (await tables(name)).get('migration') ?? '[]'
  const applied = (JSON.parse(migrations) as { name: string }[]).map((migration) => migration.name)
  const root = await mkdtemp(join(within, 'before-'))
  const folders: string[] = []
  for (const directory of directories) {
    const set = basename(directory)
    const files = applied.filter((file) => file.startsWith(`${set}/`))
    if (files.length === 0) continue
    folders.push(join(root, set))
    await mkdir(join(root, set))
    for (const file of files) await cp(join(directory, basename(file)), join(root, file))
  }
  return folders
}

/** Every row, into tables that are empty but for what their migrations put there. */
export async function restoreRows(name: Name, { owner }: TestDatabase): Promise<void> {
  const rowsOf = await tables(name)
  const movedMs = Date.now() - (await madeAt())
  await owner.transaction(async (query) => {
    await query(statement('set local session_replication_role = replica'))
    for (const [table, rows] of rowsOf) {
      if (table === 'migration') continue
      const columns = await query<{ name: string; kind: string; numbered: boolean }>(
        statement(
          `select column_name as name, data_type as kind, is_identity = 'YES' as numbered
           from information_schema.columns
           where table_schema = $1 and table_name = $2 and is_generated = 'NEVER'`,
          name,
          table,
        ),
      )
      const names = columns.map((column) => column.name)
      const values = columns.map((column) =>
        column.kind === 'timestamp with time zone'
          ? `${column.name} + $2::float8 * interval '1 millisecond'`
          : column.name,
      )
      await query(statement(`delete from ${table}`))
      await query(
        statement(
          `insert into ${table} (${names.join(', ')}) overriding system value
           select ${values.join(', ')} from json_populate_recordset(null::${table}, $1::json)
           where $2::float8 is not null`,
          rows,
          movedMs,
        ),
      )
      for (const column of columns)
        if (column.numbered)
          await query(
            statement(
              `select setval(pg_get_serial_sequence('${table}', '${column.name}'), (select max(${column.name}) from ${table}))`,
            ),
          )
    }
  })
}

/** Rows as the text of a JSON array, by table. They are not read here, where large numbers would lose digits. */
async function tables(name: Name): Promise<Map<string, string>> {
  const text = await readFile(join(import.meta.dirname, `${name}.tsv`), 'utf8')
  return new Map(
    text
      .trimEnd()
      .split('\n')
      .map((line): [string, string] => {
        const at = line.indexOf('\t')
        return [line.slice(0, at), line.slice(at + 1)]
      }),
  )
}

/** When the last thing happened that the back-up knows of. */
async function madeAt(): Promise<number> {
  const events = JSON.parse((await tables('exchange')).get('order_event') ?? '[]') as { at: string }[]
  return Math.max(...events.map(({ at }) => Date.parse(at)))
}
