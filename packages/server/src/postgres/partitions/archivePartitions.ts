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
 * Moves the first partitions of a table into a file; meanwhile they can be read but not written. They are removed, in
 * the same transaction, only after the file was read again and verified. A new first partition replaces them, with the
 * rows that stay.
 * @throws CallRefused where the file differs from what was written, or the table was always in use; then no row is
 * removed
 */
export async function archivePartitions(
  client: Client,
  { name, time }: PartitionedTable,
  input: Archiving,
): Promise<Archive> {
  const { schema, parts, before, path, order, closes, prepare, waits, keep } = input
  const stays = input.stays ?? 'false'
  const bound = `'${before.toISOString()}'`
  const first = `${name}_first`
  await client.query('begin')
  try {
    for (const part of parts) await client.query(`lock table ${part} in share mode`)
    const columns = (await tablesOf(client, schema)).find((table) => table.name === name)?.columns ?? []
    const listed = columnList(columns)
    const all = parts.map((part) => `select ${listed} from ${part}`).join(' union all ')
    await prepare(all)
    const filed = closes ? `select * from (${all}) old where not (${stays})` : all
    const ordered = order === null ? filed : `${filed} order by ${order}`
    const source = client.query(copyTo(`copy (${ordered}) to stdout`))
    const stored = await storeStream(source, path, undefined)
    if ((await digestOf(path)) !== stored.sha256)
      throw new CallRefused(`${path} is not as it was written: no row was removed. Look at its disk.`)
    await client.query(`create table ${first} (like ${name} including all)`)
    if (closes)
      await client.query(
        `alter table ${first} add constraint ${name}_is_closed check (${time} = '-infinity')`,
      )
    const kept = columns.map((column) =>
      closes && column === time ? `'-infinity'` : escapeIdentifier(column),
    )
    const stayed = await client.query(
      `insert into ${first} (${listed}) select ${kept.join(', ')} from (${all}) old where ${stays}`,
    )
    const archive = { ...stored, columns, rows: source.rowCount, stayed: stayed.rowCount ?? 0 }
    await changeBriefly(client, { table: name, waits, within: withinTransaction }, async () => {
      for (const part of parts) {
        await client.query(`alter table ${name} detach partition ${part}`)
        await client.query(`drop table ${part}`)
      }
      await client.query(
        `alter table ${name} attach partition ${first} for values from (minvalue) to (${bound})`,
      )
      await client.query(`alter table ${first} rename to ${nameBefore({ name }, before)}`)
    })
    await keep(archive)
    await client.query('commit')
    return archive
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
