import { join } from 'node:path'
import { partitionCommands } from '@cambio/bff/cli/partitions/partitionCommands.ts'
import { verifyLedger, type Verdict } from '@cambio/bff/store/ledger/verifyLedger.ts'
import { schema } from '@cambio/bff/store/openStore.ts'
import { onOwner } from '@cambio/bff/store/partitions/onOwner.ts'
import { digestOf } from '@cambio/server/backup/storedFile.ts'
import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import { systemRandom } from '@cambio/server/Random.ts'

/** Books that are divided by month, with a payment of so long ago that its month can be archived. */
export type OldBooks = {
  /** Moves the payment's month into a file. */
  archive: () => Promise<void>
  /** Proves the books by the file of the archive, or without it. */
  verify: (by: 'file' | 'nothing') => Promise<Verdict>
  /** Whether the archived month takes no line any more. */
  isClosed: () => Promise<boolean>
}

/** How long ago the payment was, months: more than the two years that lines are kept in the database at least. */
const AGO = 27
/** Partitions are made for some months ahead, so that time passes in steps of so many months. */
const STEP = 5

/**
 * Books a payment of long ago, divides the books by month, and lets the months until now pass.
 * @param url the exchange's database, for its owner
 * @param folder where the archive's file is written
 */
export async function openOldBooks(url: string, folder: string): Promise<OldBooks> {
  const paidAt = monthsAgo(AGO)
  const before = monthsAgo(AGO - 2)
    .toISOString()
    .slice(0, 10)
  const file = join(folder, `before-${before}.copy.gz`)
  let at = paidAt

  async function call(...words: readonly string[]): Promise<void> {
    const line = { program: 'pnpm cambio', about: '', commands: partitionCommands }
    const clock = { now: () => at }
    const deps = { url, schema, clock, random: systemRandom, operator: 'drill', progress: () => {} }
    const { ok, output } = await answerCall(line, words, (work) => work(deps))
    if (!ok) throw new Error(output)
  }

  await post(url, 'paid', paidAt)
  await call('partitions', 'convert')
  for (let ago = AGO; ago > 0; ago -= STEP) {
    at = monthsAgo(Math.max(ago - STEP, 0))
    await call('partitions', 'ahead')
  }
  return {
    archive: () => call('partitions', 'archive', 'posting', '--before', before, '--to', file),
    async verify(by) {
      const files = by === 'file' ? new Map([[await digestOf(file), file]]) : undefined
      return onOwner({ url, schema }, (query) => verifyLedger({ query, now: () => new Date() }, files))
    },
    isClosed: () =>
      post(url, 'late', paidAt).then(
        () => false,
        (error: unknown) => error instanceof Error && error.message.includes('posting_is_closed'),
      ),
  }
}

/** The first day of a month, so many months ago. */
function monthsAgo(months: number): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months))
}

function post(url: string, id: string, at: Date): Promise<void> {
  const line = (account: string, units: bigint) =>
    ({ account, asset: 'EUR', layer: 'posted', units }) as const
  const postings = [line('bank', 5_000n), line('liquidity', -5_000n)]
  return onOwner({ url, schema }, async (query) => {
    await postJournals(query, [{ id: `old:${id}`, kind: 'old', reference: id, postings }], at)
  })
}
