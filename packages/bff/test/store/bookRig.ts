import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postJournals, type Journal, type Layer } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { partitionWork } from '../../src/work/partitionWork.ts'
import { openPartitionRig } from './partitionRig.ts'

const MOST_DAYS = 150

type Amounts = Readonly<Record<string, bigint>>

const lines = (amounts: Amounts, layer: Layer) =>
  Object.entries(amounts).map(([account, units]) => ({ account, asset: 'EUR', layer, units }))

export const journal = (id: string, amounts: Amounts): Journal => ({
  id,
  kind: 'test',
  reference: id.split(':', 1)[0] ?? '',
  postings: lines(amounts, 'posted'),
})

export const hold = (id: string, account: string, units = 5n): Journal => ({
  ...journal(id, {}),
  postings: lines({ bank: units, [account]: -units }, 'pending'),
})

/** What `ledger verify` answers of books whose seals are all here. */
export const intact = (postings: number, unproved: number) => ({
  intact: true,
  postings,
  unproved_journals: 0,
  unproved_postings: unproved,
})

export type BookRig = Awaited<ReturnType<typeof openBookRig>>

/** A rig whose books can be divided by month, with a folder for archives. Its clock begins in March 2026. */
export async function openBookRig() {
  const opened = await openPartitionRig()
  const { rig, call } = opened
  const folder = await mkdtemp(join(tmpdir(), 'cambio-postings-'))
  const own = <Row extends object>(text: string, ...values: unknown[]) =>
    rig.owner.query<Row>(statement(text, ...values))
  return {
    ...opened,
    folder,
    own,
    post: (journals: readonly Journal[], at = rig.exchange.clock.now()) =>
      postJournals(rig.query, journals, at),
    divide: async (table: string) => (await call(['partitions', 'convert', '--table', table])).output,
    /** Passes the time until a moment, in steps as the exchange's own work would see it. */
    passUntil: async (moment: string): Promise<void> => {
      const until = Date.parse(moment)
      for (let left = 1; left > 0;) {
        left = until - rig.exchange.clock.now().getTime()
        rig.pass(Math.min(left, MOST_DAYS * 24 * 60 * 60 * 1_000))
        await partitionWork(rig.exchange).work()
      }
    },
    /** Archives what the books have of before a day, into a file of a name. */
    archive: async (
      before: string,
      name = before,
      { table = 'posting', waits = () => {} }: { table?: string; waits?: () => void } = {},
    ): Promise<{ file: string; output: string }> => {
      const file = join(folder, `${name}.copy.gz`)
      const { output } = await call(['partitions', 'archive', table, '--before', before, '--to', file], waits)
      return { file, output }
    },
    verify: async (...files: readonly string[]) => {
      const named = files.flatMap((file) => ['--archive', file])
      const { output } = await rig.runCommand('ledger', 'verify', ...named, '--json')
      return JSON.parse(output) as unknown
    },
    /** Runs statements as the database's owner, past the triggers, which the program cannot. */
    bend: async (...texts: readonly string[]): Promise<void> => {
      await rig.owner.transaction(async (query) => {
        await query(statement("set local session_replication_role = 'replica'"))
        for (const text of texts) await query(statement(text))
      })
    },
    linesOf: async (id: string): Promise<number> => {
      const [row] = await own<{ lines: bigint }>(
        'select count(*) as lines from posting where journal_id = $1',
        id,
      )
      return Number(row?.lines)
    },
    async close(): Promise<void> {
      await rig.close()
      await rm(folder, { recursive: true })
    },
  }
}
