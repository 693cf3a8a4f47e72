import type {
  LockedWallet,
  ReleaseObjection,
  SweepPlan,
  WalletControl,
} from '@cambio/exchange/operator/wallet/WalletControl.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Money } from '@cambio/wire/Money.ts'
import { isHex } from 'viem'
import { chainClient, type ChainClient } from './chainClient.ts'
import { listWallets, lockWallet, type ChainWallet } from './ChainWallet.ts'
import { creditCoins } from './deposit/creditCoins.ts'
import { keepSweep, planSweep } from './deposit/planSweep.ts'
import { adoptTransaction } from './payout/adoptTransaction.ts'
import { releaseWallet } from './payout/releaseWallet.ts'
import { COIN } from './payout/transfer.ts'

type Deps = {
  /** Inside the transaction of everything that happens here. */
  readonly query: Query
  readonly now: () => Date
  /** The node's address, where the wallet has none stored. */
  readonly chainUrl: string | undefined
  /**
   * What the wallet holds on the chain above its books, at the books' height, without zero amounts.
   * @throws Error when the node does not answer
   */
  readonly differencesOf: (
    deps: { readonly query: Query; readonly client: ChainClient },
    wallet: ChainWallet,
  ) => Promise<{ readonly height: bigint; readonly differences: readonly Money[] }>
}

/** What the operator can do with coins on a chain, inside a transaction. Null before the exchange has used a chain. */
export async function walletControl(deps: Deps): Promise<WalletControl | null> {
  const [wallet] = await listWallets(deps.query)
  const url = wallet?.url ?? deps.chainUrl
  if (!wallet || url === undefined) return null
  const chain: Chain = { ...deps, wallet, client: chainClient(url) }
  return {
    credit: async ({ orderId, txid }) =>
      isHex(txid) ? creditCoins(chain, wallet, { orderId, txid }) : { objection: 'no_transaction' },
    adopt: async ({ txid, ...sent }) =>
      isHex(txid) ? adoptTransaction(chain, wallet, { txid, ...sent }) : { objection: 'no_transaction' },
    lock: () => lockAndCompare(chain),
    planSweep: (destination) => plan(chain, destination),
  }
}

type Chain = Deps & { readonly wallet: ChainWallet; readonly client: ChainClient }

async function lockAndCompare(chain: Chain): Promise<LockedWallet | ReleaseObjection> {
  const { query, client, wallet, now } = chain
  const { address, chainId } = wallet
  const counts = await Promise.all([
    client.getTransactionCount({ address }),
    client.getTransactionCount({ address, blockNumber: wallet.height }),
  ]).catch(() => null)
  if (!counts) return { objection: 'node_silent' }
  const [count, final] = counts
  const isStopped = wallet.stranger !== null
  // If no one else used the wallet, such blocks may have its own payments at any time, whose nonces we know.
  if (isStopped && count !== final) return { objection: 'not_final' }
  const nextNonce = isStopped ? Math.max(count, wallet.nextNonce) : wallet.nextNonce
  const { height, stranger } = await lockWallet(query, wallet)
  const found = await chain.differencesOf({ query, client }, wallet).catch(() => null)
  if (!found) return { objection: 'node_silent' }
  if (height !== wallet.height || found.height !== height || stranger !== wallet.stranger)
    return { objection: 'chain_went_on' }
  return {
    reference: address,
    isStopped,
    differences: found.differences,
    async release({ actor, reason }) {
      const number = await releaseWallet(query, wallet, { count: nextNonce, reason, actor, at: now() })
      return { nextNonce, journalId: `chain:${address}:${chainId}:release:${number}` }
    },
  }
}

async function plan(
  { query, client, wallet, now }: Chain,
  destination: string,
): Promise<SweepPlan | { readonly objection: 'node_silent' }> {
  if (!isHex(destination)) throw new Error('Coins can only be swept to an address')
  const to = { chainId: wallet.chainId, destination }
  const planned = await planSweep({ query, client }, { ...to, tokens: wallet.tokens }).catch(() => null)
  if (!planned) return { objection: 'node_silent' }
  const coins = (wei: bigint): Money => ({ units: wei, currency: COIN })
  return {
    steps: planned.steps,
    gas: planned.gas.map(({ address, wei }) => ({ address, amount: coins(wei) })),
    unaccounted: planned.unaccounted.map(({ wei, ...each }) => ({ ...each, amount: coins(wei) })),
    keep: (actor) => keepSweep(query, planned, { ...to, actor, at: now() }),
  }
}
