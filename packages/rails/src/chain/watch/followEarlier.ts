import { chart } from '@cambio/exchange/books/chart.ts'
import type { DepositDeps } from '../ChainDeps.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { listWallets, lockWallet, walletKey, type ChainWallet } from '../ChainWallet.ts'
import { hashAt } from '../hashAt.ts'
import { listSent, type ChainPayout } from '../payout/ChainPayout.ts'
import { isStuck } from './advancePayouts.ts'
import { broadcastWaiting } from './broadcastWaiting.ts'
import { bookEnd, endsOf, reportEnds } from './payoutEnds.ts'

/** The pay-outs of earlier wallets about which the operator was warned, by their ids. */
export type ReportedStuck = Set<string>

/**
 * Follows the pay-outs of wallets whose key was replaced: it sends their bytes to the node, and ends those that are in
 * a final block. Neither needs a key. Only a higher fee needs one, so a pay-out that is stuck is logged once.
 */
export async function followEarlier(
  deps: DepositDeps & { readonly reportedStuck: ReportedStuck },
  settings: ChainSettings,
  head: bigint,
): Promise<void> {
  const { address, chainId } = walletKey(settings)
  const wallets = await listWallets(deps.database.query)
  for (const wallet of wallets)
    if (wallet.chainId === chainId && wallet.address !== address)
      await followWallet(deps, settings, { wallet, head })
}

async function followWallet(
  deps: DepositDeps & { readonly reportedStuck: ReportedStuck },
  settings: ChainSettings,
  { wallet, head }: { wallet: ChainWallet; head: bigint },
): Promise<void> {
  const { client, database } = deps
  const sent = await listSent(database.query, wallet)
  const last = head - BigInt(settings.confirmations - 1)
  if (sent.length === 0 || last < 0n) return
  const hash = await hashAt(client, last)
  const seenIn = hash ? { number: last, hash } : null
  const ends = await endsOf({ client, settings }, sent, { last, isHead: true, seenIn })
  if (ends.length > 0) {
    const at = deps.clock.now()
    // An earlier wallet's coins left the books as the operator's when the next wallet was set up.
    await database.transaction(async (query) => {
      await lockWallet(query, wallet)
      for (const [payout, end] of ends) await bookEnd({ query, at }, payout, end, chart.capital)
    })
    await reportEnds(deps, ends)
  }
  const ended = new Set(ends.map(([{ payoutId }]) => payoutId))
  await tend(
    deps,
    sent.filter(({ payoutId }) => !ended.has(payoutId)),
  )
}

async function tend(
  deps: DepositDeps & { readonly reportedStuck: ReportedStuck },
  sent: readonly ChainPayout[],
): Promise<void> {
  const { clock, log, reportedStuck } = deps
  const [first] = (await broadcastWaiting(deps, sent)).waiting
  if (!first || reportedStuck.has(first.payoutId) || !isStuck(first, clock.now())) return
  reportedStuck.add(first.payoutId)
  log.warn('a pay-out of an earlier wallet is stuck: “chain show” names the wallet', {
    eventId: first.payoutId,
    reason: `Only the key of ${first.wallet} can offer the network more for it.`,
  })
}
