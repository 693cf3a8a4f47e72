import { escapeIdentifier, type Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { digestOf, storeStream, type StoredFile } from '../../backup/storedFile.ts'
import { columnList, tablesOf } from '../../backup/tables.ts'
import { CallRefused } from '../../cli/CallRefused.ts'
import { changeBriefly, withinTransaction } from './changeBriefly.ts'
import { nameBefore, type PartitionedTable } from './PartitionedTable.ts'

/** What to archive, and where to. */
export type Archiving = {
  readonly schema: string
  /** The partitions with all rows before this time, and no others. */
  readonly parts: readonly string[]
  readonly before: Date
  /** The path of the file, which does not exist yet. */
  readonly path: string
  /** A condition on rows, called old, that stay, because programs need them however old they are; null where none do. */
  readonly stays: string | null
  /** The columns that the file's rows are in the order of; null where any order will do. */
  readonly order: string | null
  /** Whether no row of before may be added any more. Those that stay then lose their time, and are not in the file. */
  readonly closes: boolean
  /** Looks at all rows, which it is given as SQL, once they cannot change; `stays` is asked after it. */
  readonly prepare: (rows: string) => Promise<void>
  readonly waits: () => void
  /** Records the archive, in the transaction that removes the rows. */
  readonly keep: (archive: Archive) => Promise<void>
}

/** An archive: the rows of some months in PostgreSQL's COPY text, compressed by gzip. */
export type Archive = StoredFile & {
  readonly columns: readonly string[]
  readonly rows: number
  readonly stayed: number
}

/**
 * Moves the first partitions of a table into a file. They are removed only after the file was read again and verified, in
 * the transaction that keeps what it is known by. A new first partition replaces them, with the rows that stay. Those who use the
 * table go on meanwhile, but for a moment at the end.
 * @throws CallRefused where the file differs from what was written, a row was changed meanwhile, or the table was always in
 * use; then no row is removed
 */
export async function archivePartitions(
  client: Client,
  { name, time }: PartitionedTable,
  input: Archiving,
): Promise<Archive> {
  const { schema, parts, closes } = input
  const columns = (await tablesOf(client, schema)).find((table) => table.name === name)?.columns ?? []
  const listed = columnList(columns)
  const all = parts.map((part) => `select ${listed} from ${part}`).join(' union all ')
  const rows = { ...input, name, time, columns, all, stays: input.stays ?? 'false' }
  return closes ? moveLocked(client, rows) : moveUnlocked(client, rows)
}

/** The rows of the months that go: all of them as SQL, with the columns of the file. */
type Rows = Omit<Archiving, 'stays'> &
  Pick<PartitionedTable, 'name' | 'time'> &
  Pick<Archive, 'columns'> & { readonly stays: string; readonly all: string }

/** Moves rows that nobody may add to. Nothing changes a row of such a table, so that nobody waits for the lock. */
async function moveLocked(client: Client, rows: Rows): Promise<Archive> {
  const { name, all, prepare, waits, keep } = rows
  await client.query('begin')
  try {
    await lockParts(client, rows)
    await prepare(all)
    const archive = await fillFirst(client, rows, await writeRows(client, rows))
    await changeBriefly(client, { table: name, waits, within: withinTransaction }, () =>
      replaceParts(client, rows),
    )
    await keep(archive)
    await client.query('commit')
    return archive
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/**
 * Moves rows of a table whose statements may change any: each of those locks all months. So the file is written from a
 * snapshot, and whether a row was changed since is asked once the table is free.
 */
async function moveUnlocked(client: Client, rows: Rows): Promise<Archive> {
  const { name, waits, keep, all, prepare, path } = rows
  await client.query('begin isolation level repeatable read read only')
  await prepare(all)
  const versions = await versionsOf(client, rows)
  const written = await writeRows(client, rows)
  await client.query('commit')
  let archive: Archive | undefined
  const first = async () => {
    await lockParts(client, rows)
    if ((await versionsOf(client, rows)) !== versions)
      throw new CallRefused(
        `Rows of before were changed while ${path} was written: no row was removed. Remove the file and call again.`,
      )
    archive = await fillFirst(client, rows, written)
  }
  await changeBriefly(client, { table: name, waits, first }, async () => {
    if (archive === undefined) throw new Error('The first partition is filled before')
    await replaceParts(client, rows)
    await keep(archive)
  })
  if (archive === undefined) throw new Error('An archive was made and not kept')
  return archive
}

async function lockParts(client: Client, { parts }: Rows): Promise<void> {
  for (const part of parts) await client.query(`lock table ${part} in share mode`)
}

/** Differs once any row was added, changed or removed: each version of a row has its writer and its place. */
async function versionsOf(client: Client, { parts }: Rows): Promise<string> {
  const { rows } = await client.query<{ versions: string }>(
    parts
      .map(
        (part) =>
          `select count(*) || ' ' || coalesce(sum(hashtextextended(xmin::text, hashtid(ctid))), 0) as versions from ${part}`,
      )
      .join(' union all '),
  )
  return rows.map(({ versions }) => versions).join()
}

/** Writes the file, and reads it again. @throws CallRefused where it is not what was written */
async function writeRows(
  client: Client,
  { all, stays, closes, order, path }: Rows,
): Promise<StoredFile & Pick<Archive, 'rows'>> {
  const filed = closes ? `select * from (${all}) old where not (${stays})` : all
  const ordered = order === null ? filed : `${filed} order by ${order}`
  const source = client.query(copyTo(`copy (${ordered}) to stdout`))
  const stored = await storeStream(source, path, undefined)
  if ((await digestOf(path)) !== stored.sha256)
    throw new CallRefused(`${path} is not as it was written: no row was removed. Look at its disk.`)
  await client.query('select') // The number of rows is here by the time of the next answer.
  return { ...stored, rows: source.rowCount }
}

/** Makes the first partition, with the rows that stay. */
async function fillFirst(
  client: Client,
  { name, time, columns, closes, all, stays }: Rows,
  written: StoredFile & Pick<Archive, 'rows'>,
): Promise<Archive> {
  const first = `${name}_first`
  await client.query(`create table ${first} (like ${name} including all)`)
  if (closes)
    await client.query(`alter table ${first} add constraint ${name}_is_closed check (${time} = '-infinity')`)
  const kept = columns.map((column) => (closes && column === time ? `'-infinity'` : escapeIdentifier(column)))
  const stayed = await client.query(
    `insert into ${first} (${columnList(columns)}) select ${kept.join(', ')} from (${all}) old where ${stays}`,
  )
  return { ...written, columns, stayed: stayed.rowCount ?? 0 }
}

/** Puts the first partition in the place of those that go, under the table's lock. */
async function replaceParts(client: Client, { name, parts, before }: Rows): Promise<void> {
  const first = `${name}_first`
  for (const part of parts) {
    await client.query(`alter table ${name} detach partition ${part}`)
    await client.query(`drop table ${part}`)
  }
  await client.query(
    `alter table ${name} attach partition ${first} for values from (minvalue) to ('${before.toISOString()}')`,
  )
  await client.query(`alter table ${first} rename to ${nameBefore({ name }, before)}`)
}
