import { chart } from '@cambio/exchange/books/chart.ts'
import * as Wallet from '@cambio/exchange/books/Wallet.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { balanceOf, postJournals } from '@cambio/server/postgres/Ledger.ts'
import type { ChainDeps } from '../ChainDeps.ts'
import { tokenCurrencies, type ChainSettings } from '../ChainSettings.ts'
import { addWallet, walletKey } from '../ChainWallet.ts'
import { balanceAt } from '../payout/balanceAt.ts'
import { COIN } from '../payout/transfer.ts'
import { prepareSandboxChain } from '../sandbox/sandboxChain.ts'
import { keepBlock } from './SeenBlocks.ts'

/**
 * Sets up a chain at the first sight of it: deploys what a sandbox needs, and opens the books of the wallet with its
 * balance in the chain's last block. Everything after that block is booked one by one.
 */
export async function setUpChain(
  { database, client, clock }: ChainDeps,
  settings: ChainSettings,
): Promise<void> {
  const { url, tokens, keys } = settings
  const key = walletKey(settings)
  const { address } = keys.hotWallet
  if (keys.deployer)
    await prepareSandboxChain({ client, url }, { deployer: keys.deployer, hotWallet: address })
  const { number, hash } = await client.getBlock()
  const currencies = [COIN, ...tokenCurrencies]
  const balances = await Promise.all(
    currencies.map(async (currency) => ({
      currency,
      units: await balanceAt(client, { address, tokens }, currency, number),
    })),
  )
  const nextNonce = await client.getTransactionCount({ address, blockNumber: number })
  const position = { nextNonce, height: number, blockHash: hash, seenHeight: number }
  await database.transaction(async (query) => {
    const at = clock.now()
    const isNew = await addWallet(query, { ...key, ...position, url: shownUrl(settings), tokens }, at)
    if (!isNew) return
    await keepBlock(query, { chainId: key.chainId, reader: address }, { number, hash })
    await openBooks(query, `${address}:${key.chainId}`, balances, at)
  })
}

/** The address of a sandbox's node. A live node's address may contain a secret and is not shown. */
export function shownUrl({ url, keys }: ChainSettings): string | null {
  return keys.deployer ? url : null
}

/**
 * Opens the books of the wallet. They may have coins that were paid out before there was a chain: the difference is the
 * operator's.
 */
async function openBooks(
  query: Query,
  id: string,
  balances: readonly { currency: string; units: bigint }[],
  at: Date,
): Promise<void> {
  for (const { currency, units } of balances) {
    const missing = units - (await balanceOf(query, chart.wallet, currency, 'posted'))
    if (missing === 0n) continue
    const difference = { units: missing, currency }
    await postJournals(
      query,
      [Wallet.opened({ id: `chain:${id}:${currency}:opening`, reference: id, difference })],
      at,
    )
  }
}
