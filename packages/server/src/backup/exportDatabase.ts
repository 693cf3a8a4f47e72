import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { BackedUpDatabase, BackedUpTable } from './Manifest.ts'
import type { Snapshot } from './snapshot.ts'
import { storeStream, type Filter } from './storedFile.ts'
import { columnList, nameIn, sequencesOf, tablesOf, type Table } from './tables.ts'

/** What to back up, and where to. */
export type Export = {
  readonly program: BackedUpDatabase['program']
  readonly schema: string
  /** The back-up's folder, which exists. */
  readonly folder: string
  readonly filter: Filter
  readonly progress: (sentence: string) => void
}

/** Writes every table of a snapshot into a file of its own, in a folder with the program's name. */
export async function exportDatabase(
  { client, at, server }: Snapshot,
  input: Export,
): Promise<BackedUpDatabase> {
  const { program, schema, folder, progress } = input
  await mkdir(join(folder, program), { mode: 0o700 })
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    `select name, split_part(checksum, ' ', 1) as checksum from ${nameIn(schema, 'migration')} order by applied_at, name`,
  )
  const layout = await tablesOf(client, schema)
  const tables: BackedUpTable[] = []
  for (const [place, table] of layout.entries()) {
    progress(`${program}: table ${place + 1} of ${layout.length}, ${table.name}`)
    tables.push(await exportTable(client, input, table))
  }
  const sequences = await sequencesOf(client, schema)
  const keyIds = await keyIdsOf(client, schema, layout)
  const divided = layout.filter(({ isDivided }) => isDivided).map(({ name }) => name)
  return { program, server, at: at.toISOString(), migrations, tables, divided, sequences, keyIds }
}

async function exportTable(
  client: Client,
  { program, schema, folder, filter }: Export,
  { name, columns }: Table,
): Promise<BackedUpTable> {
  const file = `${program}/${name}.copy.gz`
  const rows = client.query(
    copyTo(`copy (select ${columnList(columns)} from ${nameIn(schema, name)}) to stdout`),
  )
  const stored = await storeStream(rows, join(folder, file), filter)
  return { name, columns: [...columns], rows: rows.rowCount, file, ...stored }
}

/** The ids of the keys that anything is sealed under: each table with sealed data has them in a column of this name. */
async function keyIdsOf(client: Client, schema: string, tables: readonly Table[]): Promise<string[]> {
  const sealed = tables.filter(({ columns }) => columns.some(isKeyId))
  if (sealed.length === 0) return []
  const ids = sealed.flatMap(({ name, columns }) =>
    columns.filter(isKeyId).map((column) => `select ${column} as id from ${nameIn(schema, name)}`),
  )
  const { rows } = await client.query<{ id: string }>(
    `select id from (${ids.join(' union ')}) sealed where id is not null order by id`,
  )
  return rows.map(({ id }) => id)
}

function isKeyId(column: string): boolean {
  return /(^|_)key_id$/.test(column)
}
