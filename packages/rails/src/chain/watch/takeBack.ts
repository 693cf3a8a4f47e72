import { reversed } from '@cambio/exchange/books/Journal.ts'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { hashAt } from '../hashAt.ts'
import { lockWallet, moveHeight, walletKey, type ChainWallet } from '../ChainWallet.ts'
import type { ChainDeps } from '../payout/ChainDeps.ts'
import { listFinalSince, markUnderWay } from '../payout/ChainPayout.ts'
import { feeJournal, incomeJournal } from './followBlocks.ts'
import { incomeSince, removeIncome } from './Income.ts'

/** How far back a reorganisation is looked for. */
const DEEPEST = 256n

/**
 * After a reorganisation that reached below blocks which counted as final: what was booked of blocks that are gone is
 * booked back, their pay-outs are under way again by the same bytes, and the books go on from the last block that is
 * still there.
 */
export async function takeBack(deps: ChainDeps, settings: ChainSettings, wallet: ChainWallet): Promise<void> {
  const { client, database, clock, log } = deps
  if (wallet.blockHash === '0x' || (await hashAt(client, wallet.height)) === wallet.blockHash) return
  const key = walletKey(settings)
  const oldest = wallet.height > DEEPEST ? wallet.height - DEEPEST : 0n
  const [payouts, income] = await Promise.all([
    listFinalSince(database.query, key, oldest),
    incomeSince(database.query, key, oldest),
  ])
  const isGone = async ({
    blockNumber,
    blockHash,
  }: {
    blockNumber: bigint | null
    blockHash: string | null
  }) => blockNumber !== null && (await hashAt(client, blockNumber)) !== blockHash
  const gonePayouts = await filtered(payouts, isGone)
  const goneIncome = await filtered(income, isGone)
  // Below the first block that is gone nothing has changed, and above it everything is read again.
  const gone = [...gonePayouts, ...goneIncome].flatMap(({ blockNumber }) => blockNumber ?? [])
  const height = gone.reduce((lowest, each) => (each <= lowest ? each - 1n : lowest), wallet.height - 1n)
  const hash = await hashAt(client, height)
  if (hash === undefined) return // The node has not caught up: it is looked at again.
  await database.transaction(async (query) => {
    if ((await lockWallet(query, key)).blockHash !== wallet.blockHash) return
    for (const { payoutId, timesFinal, feeUnits } of gonePayouts) {
      const fee = feeJournal({ payoutId, times: timesFinal, units: feeUnits ?? 0n })
      await postJournals(query, [reversed(fee, `${fee.id}:back`, 'network_back')], clock.now())
      await markUnderWay(query, payoutId)
    }
    for (const each of goneIncome) {
      const journal = incomeJournal(each)
      await postJournals(query, [reversed(journal, `${journal.id}:back`, 'refill_back')], clock.now())
      await removeIncome(query, each.id)
    }
    await moveHeight(query, key, { number: height, hash })
  })
  const count = gonePayouts.length
  log.warn('the chain was reorganised below what was final', {
    count,
    reason: `from block ${height + 1n} on`,
  })
}

async function filtered<Item>(
  items: readonly Item[],
  holds: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const answers = await Promise.all(items.map(holds))
  return items.filter((_, index) => answers[index])
}
