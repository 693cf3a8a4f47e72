import { access } from 'node:fs/promises'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { parsers } from '@cambio/server/postgres/parsers.ts'
import { archivePartitions } from '@cambio/server/postgres/partitions/archivePartitions.ts'
import { monthAfter } from '@cambio/server/postgres/partitions/PartitionedTable.ts'
import { verifyLedger } from '../ledger/verifyLedger.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { archivedBefore, keepArchive, openOrderBefore, type ArchiveRecord } from './archives.ts'
import { asSoleOwner, type Owner } from './asSoleOwner.ts'
import { carryForward } from './carryForward.ts'
import type { OwnedTables } from './onOwner.ts'
import type { ArchivedTable } from './partitionedTables.ts'
import { partitions } from './readPartitions.ts'
import { sealsBefore } from './sealArchives.ts'
import type { SealRange } from './SealRange.ts'

type Input = OwnedTables &
  Pick<StoreDeps, 'random' | 'now'> & {
    readonly table: ArchivedTable
    readonly before: Date
    readonly file: string
    readonly actor: string
    readonly reason: string | null
    readonly waits: () => void
  }

/**
 * Moves what a table holds of before a month into a file, and keeps what the file is known by.
 * @throws CallRefused where that is too young, archived already, of orders that are open, or does not end with a partition
 */
export async function archiveTable(input: Input): Promise<ArchiveRecord & { readonly stayed: number }> {
  const { table, before, file, schema, actor, reason, waits, random, now } = input
  return asSoleOwner(input, async (client) => {
    await client.query("select set_config('search_path', $1, false), set_config('timezone', 'UTC', false)", [
      schema,
    ])
    const query = queryOn(client)
    const parts = await partsBefore(query, input)
    await refuseExisting(file)
    if (table.isChain || table.isBooks) await refuseAltered({ query, now })
    const seals = table.isChain ? await sealsToArchive(query, before) : undefined
    const carry = table.isBooks ? carryForward(client, before) : undefined
    let kept: ArchiveRecord | undefined
    const { stayed } = await archivePartitions(client, table, {
      schema,
      parts,
      before,
      path: file,
      stays: seals ? `number > ${seals.last}` : table.stays,
      order: table.isChain ? 'number' : table.isBooks ? 'journal_id collate "C", line' : null,
      closes: table.isBooks ?? false,
      prepare: async (lines) => carry?.prepare(lines),
      waits,
      async keep({ rows, sha256, columns }) {
        const books = await carry?.post(sha256)
        if (books && books.lines !== String(rows))
          throw new Error('The file has other lines than were summed up')
        kept = { table: table.name, before: before.toISOString(), rows, sha256, columns, file, seals, books }
        await keepArchive({ query, random, now }, { ...kept, actor, reason })
      },
    })
    if (kept === undefined) throw new Error('An archive was made and not kept')
    return { ...kept, stayed }
  })
}

async function partsBefore(
  query: StoreDeps['query'],
  { table: { name, keptMonths, isOfOrders }, before, now }: Input,
): Promise<string[]> {
  const youngest = monthAfter(now(), -keptMonths)
  if (before > youngest)
    throw new CallRefused(
      `${name} keeps ${keptMonths} months: --before may be ${youngest.toISOString().slice(0, 10)} at the latest. Nothing was changed.`,
    )
  const archived = await archivedBefore(query, name, new Date(0))
  if (archived !== null && before <= new Date(archived))
    throw new CallRefused(`${name} is archived before ${archived} already. Nothing was changed.`)
  const all = (await partitions(query)).filter((part) => part.table === name)
  const parts = all.filter(({ until }) => until <= before)
  if (parts.at(-1)?.until.getTime() !== before.getTime())
    throw new CallRefused(
      `No partition of ${name} ends on ${before.toISOString().slice(0, 10)}: “partitions list” says when they do. Nothing was changed.`,
    )
  const open = isOfOrders ? await openOrderBefore(query, before) : undefined
  if (open !== undefined)
    throw new CallRefused(
      `Order ${open} was placed before that and is still open, or waits for you: “order show” says what for. Nothing was changed.`,
    )
  return parts.map((part) => part.name)
}

/** What an archive takes was true when it did. @throws CallRefused where the books were altered */
async function refuseAltered(deps: Pick<StoreDeps, 'query' | 'now'>): Promise<void> {
  const { firstAltered } = await verifyLedger(deps)
  if (firstAltered !== null)
    throw new CallRefused(
      `The books were altered, and “ledger verify” says so: ${firstAltered}. Nothing was archived.`,
    )
}

/** The seals of before a month. @throws CallRefused where there is none */
async function sealsToArchive(query: StoreDeps['query'], before: Date): Promise<SealRange> {
  const seals = await sealsBefore(query, before)
  if (seals === undefined)
    throw new CallRefused(`Nothing was sealed before that but the end of the chain, which stays.`)
  return seals
}

async function refuseExisting(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (isThere) throw new CallRefused(`${file} is there already. Nothing was changed: name a new file.`)
}

/** Statements within the session, and within its transaction while there is one. */
function queryOn(client: Owner): StoreDeps['query'] {
  return async <Row extends object>({ text, values }: { text: string; values: readonly unknown[] }) =>
    (await client.query<Row>({ text, values: [...values], types: parsers })).rows
}
