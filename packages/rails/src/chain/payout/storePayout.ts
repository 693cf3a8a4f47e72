import type { PayoutOrder } from '@cambio/exchange/payout/PayoutRail.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Money } from '@cambio/wire/Money.ts'
import type { ChainDeps } from '../ChainDeps.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { findWallet, lockWallet, walletKey, type ChainWallet } from '../ChainWallet.ts'
import { isSeen } from '../watch/SeenBlocks.ts'
import { balanceAt } from './balanceAt.ts'
import { addPayout, findPayout, listFinalSince, listSent, type ChainPayout } from './ChainPayout.ts'
import { findRefusal } from './refusePayout.ts'
import { sign, type Fees } from './sign.ts'
import { enough, tooLow } from './tooLow.ts'
import { COIN, type Transfer } from './transfer.ts'

/** The transfer, its gas and its fees, as the node estimates them. */
export type PayoutPlan = { readonly transfer: Transfer; readonly gas: bigint; readonly fees: Fees }

/** The wallet's balances at the height of its books. */
type Held = { readonly wallet: ChainWallet; readonly coins: Money; readonly paid: Money }

/**
 * Assigns the nonce, signs and stores, all in one transaction that locks the wallet's row. So no two payments share a
 * nonce, none is skipped, and a refused payment is not signed.
 * @returns why nothing was signed: the wallet holds too little, someone else uses it, or the block at which its balance
 * was read is no longer in its books
 */
export async function storePayout(
  deps: ChainDeps,
  settings: ChainSettings,
  order: PayoutOrder,
  plan: PayoutPlan,
): Promise<string | null> {
  const balance = await balanceAtHeight(deps, settings, order.amount.currency)
  if (balance === undefined) return 'The node does not answer'
  const missing = await deps.database.transaction(async (query): Promise<Money | string | null> => {
    const wallet = await lockWallet(query, walletKey(settings))
    if (await findPayout(query, order.payoutId)) return null
    if ((await findRefusal(query, order.payoutId)) !== undefined) return null
    if (wallet.stranger !== null) return wallet.stranger
    if (!(await isInBooks(query, balance.wallet, wallet)))
      return 'The chain was reorganised: the balance is read again'
    const lacking = await lackingFor({ query, settings }, balance, { order, plan })
    if (lacking !== null) return lacking
    await signAndAdd({ query, at: deps.clock.now() }, settings, { order, plan, nonce: wallet.nextNonce })
    return null
  })
  if (typeof missing === 'string') return missing
  if (missing !== null) return tooLow(deps, settings, missing)
  await enough(deps, settings, order.amount.currency)
  return null
}

/** Whether the block up to which a wallet's books went is in them still. A reorganisation removes blocks. */
async function isInBooks(query: Query, before: ChainWallet, wallet: ChainWallet): Promise<boolean> {
  const { height: number, blockHash: hash } = before
  if (number === wallet.height) return hash === wallet.blockHash
  return isSeen(query, { chainId: wallet.chainId, reader: wallet.address }, { number, hash })
}

async function balanceAtHeight(
  { client, database }: ChainDeps,
  settings: ChainSettings,
  currency: string,
): Promise<Held | undefined> {
  const wallet = await findWallet(database.query, walletKey(settings))
  if (!wallet) throw new Error('The wallet that was just found is gone')
  const at = (each: string) => balanceAt(client, wallet, each, wallet.height)
  try {
    const [coins, paid] = await Promise.all([at(COIN), at(currency)])
    return { wallet, coins: { units: coins, currency: COIN }, paid: { units: paid, currency } }
  } catch {
    return undefined
  }
}

/**
 * What is lacking if every signed pay-out that had not left the wallet at the block of its balance leaves it too. Null
 * where nothing is.
 */
async function lackingFor(
  { query, settings }: { query: Query; settings: ChainSettings },
  { wallet, coins, paid }: Held,
  { order, plan }: { order: PayoutOrder; plan: PayoutPlan },
): Promise<Money | null> {
  const key = walletKey(settings)
  const sent = await listSent(query, key)
  const final = await listFinalSince(query, key, wallet.height + 1n)
  const amounts = [...sent, ...final.filter(({ state }) => state === 'done'), order.amount]
  const leaving = (currency: string) =>
    amounts.reduce((sum, each) => sum + (each.currency === currency ? each.units : 0n), 0n)
  const fees = [...sent, ...final].reduce(
    (sum, each) => sum + feeAtMost(each),
    plan.gas * plan.fees.maxFeePerGas,
  )
  if (coins.units < leaving(COIN) + fees) return coins
  return paid.units < leaving(paid.currency) ? paid : null
}

/** The most that the network may charge for a pay-out that is under way. */
function feeAtMost({ gas, transactions }: ChainPayout): bigint {
  return gas * (transactions.at(-1)?.maxFeePerGas ?? 0n)
}

async function signAndAdd(
  { query, at }: { query: Query; at: Date },
  settings: ChainSettings,
  { order, plan, nonce }: { order: PayoutOrder; plan: PayoutPlan; nonce: number },
): Promise<void> {
  const { keys, chainId } = settings
  const transaction = await sign(keys.hotWallet, { ...plan, chainId, nonce, number: 1, at })
  await addPayout(query, walletKey(settings), { order, nonce, gas: plan.gas, transaction })
}
