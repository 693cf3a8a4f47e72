import type { PayoutOrder, PayoutRail, PayoutState } from '@cambio/exchange/payout/PayoutRail.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { ExecutionRevertedError, BaseError, getAddress, isAddress, RpcRequestError, type Address } from 'viem'
import type { ChainDeps } from '../ChainDeps.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { findWallet, walletKey, type ChainWallet } from '../ChainWallet.ts'
import { checkNode } from '../watch/checkNode.ts'
import { findForeignSigner } from '../watch/findForeignSigner.ts'
import { balanceAt } from './balanceAt.ts'
import { broadcast, reasonOf } from './broadcast.ts'
import { findPayout, isGivenUp, listSent, type ChainPayout } from './ChainPayout.ts'
import { findRefusal, refusePayout } from './refusePayout.ts'
import { storePayout, type PayoutPlan } from './storePayout.ts'
import { tooLow } from './tooLow.ts'
import { isOnChain, isSame, transferOf } from './transfer.ts'

/**
 * Pays out on a chain. One database transaction assigns the nonce and stores the signed bytes before anything is sent.
 * After that any process sends only these bytes, until the watcher finds them in a block.
 */
export function payOutOnChain(deps: ChainDeps, settings: ChainSettings): PayoutRail {
  const { query } = deps.database
  return {
    objectionTo: (address) =>
      isUnpayable(address, settings) ? `${UNPAYABLE}. Enter your own wallet.` : undefined,
    async send(order) {
      const existing = await findPayout(query, order.payoutId)
      if (existing) return sentAgain({ ...deps, query }, existing, order)
      const refusal = refusalOf(order, settings)
      if (refusal !== undefined) return { is: 'refused', reason: refusal }
      return (await decide(deps, settings, order)) ?? decided({ ...deps, query }, order)
    },
    async getStatus(payoutId) {
      const payout = await findPayout(query, payoutId)
      if (payout) return stateOf(payout)
      const reason = await findRefusal(query, payoutId)
      return reason === undefined ? { is: 'absent' } : { is: 'refused', reason }
    },
  }
}

/**
 * Signs a payment, or refuses it for good. Another process may do either at the same time: one of them decides, and the
 * other learns the decision.
 * @returns why nothing was decided
 */
async function decide(
  deps: ChainDeps,
  settings: ChainSettings,
  order: PayoutOrder,
): Promise<PayoutState | null> {
  const plan = await prepare(deps, settings, order)
  if ('transfer' in plan) {
    const why = await storePayout(deps, settings, order, plan)
    return why === null ? null : { is: 'unknown', why }
  }
  if (plan.is !== 'refused') return plan
  await refusePayout(deps, settings, { payoutId: order.payoutId, reason: plan.reason })
  return null
}

/** The decision about a payment. Where it was signed, the node has its bytes. */
async function decided(deps: ChainDeps & { query: Query }, order: PayoutOrder): Promise<PayoutState> {
  const payout = await findPayout(deps.query, order.payoutId)
  if (payout) return sentAgain(deps, payout, order)
  const reason = await findRefusal(deps.query, order.payoutId)
  if (reason === undefined) throw new Error(`What was decided of the pay-out ${order.payoutId} is gone`)
  return { is: 'refused', reason }
}

/** @throws Error when the payment signed under this id is a different one */
async function sentAgain(
  deps: ChainDeps & { query: Query },
  payout: ChainPayout,
  { payoutId, amount, address }: PayoutOrder,
): Promise<PayoutState> {
  const isSamePayment =
    payout.units === amount.units && payout.currency === amount.currency && payout.recipient === address
  if (!isSamePayment) throw new Error(`The pay-out ${payoutId} was signed before, for something else`)
  if (payout.state !== 'sent') return stateOf(payout)
  const why = await broadcast(deps, payout)
  if (why !== null) deps.log.warn('the node does not accept a pay-out', { reason: why })
  return stateOf((await findPayout(deps.query, payoutId)) ?? payout)
}

function stateOf(payout: ChainPayout): PayoutState {
  const { state, txid, transactions } = payout
  const accepted = transactions.findLast(({ isAccepted }) => isAccepted)
  switch (state) {
    case 'sent':
      if (isGivenUp(payout))
        return {
          is: 'unknown',
          why: 'It was given up on, and a transaction that moves nothing takes its place',
        }
      return accepted
        ? { is: 'sent', txid: accepted.txid }
        : { is: 'unknown', why: 'The node has not taken the transaction yet' }
    case 'done':
      return txid ? { is: 'confirmed', txid } : { is: 'unknown', why: 'The transaction is not known' }
    case 'reverted':
      return { is: 'failed', reason: `The transaction ${txid} is in a block and moved nothing` }
    case 'replaced':
      return { is: 'failed', reason: 'A transaction that is not ours took its place' }
  }
}

/** Why coins cannot be sent there. Undefined where they can. */
function refusalOf({ amount, address }: PayoutOrder, settings: ChainSettings): string | undefined {
  if (!isOnChain(amount.currency)) return `${amount.currency} does not move on this chain`
  if (!isAddress(address, { strict: false })) return 'This is no address on the chain'
  return isUnpayable(address, settings) ? UNPAYABLE : undefined
}

const UNPAYABLE =
  'What is sent to this address is lost: nobody holds it but a contract, or the exchange itself'

function isUnpayable(address: string, { keys, tokens }: ChainSettings): boolean {
  const unpayable = [keys.hotWallet.address, ...Object.values(tokens)]
  return isAddress(address, { strict: false }) && unpayable.some((each) => isSame(each, getAddress(address)))
}

/**
 * How much gas a payment may use: ten times that of a payment to a plain wallet, far more than contract wallets use.
 * The exchange pays for it whatever fee the order paid, and a contract could run anything.
 */
const MOST_GAS = 210_000n

/** Estimates the payment at the node. */
async function prepare(
  deps: ChainDeps,
  settings: ChainSettings,
  order: PayoutOrder,
): Promise<PayoutPlan | PayoutState> {
  const { client, database } = deps
  const { address } = settings.keys.hotWallet
  const wallet = await findWallet(database.query, walletKey(settings))
  if (!wallet) return { is: 'unknown', why: 'The chain was not met yet' }
  const transfer = transferOf(settings.tokens, order.amount, hex(order.address))
  const [check, fees, gas, count, balance] = await Promise.all([
    checkNode(client, settings, wallet),
    client.estimateFeesPerGas().catch(() => undefined),
    client
      .estimateGas({ account: address, blockTag: 'latest', ...transfer })
      .catch((error: unknown) => ({ error })),
    client.getTransactionCount({ address }).catch(() => undefined),
    balanceAt(client, { address, tokens: settings.tokens }, order.amount.currency).catch(() => undefined),
  ])
  if (check.is === 'stopped') return { is: 'unknown', why: check.why }
  if (check.hasParted) return { is: 'unknown', why: 'The chain was reorganised: the books follow it first' }
  if (fees === undefined || balance === undefined || count === undefined)
    return { is: 'unknown', why: 'The node does not answer' }
  const stranger = count > wallet.nextNonce ? await findForeignSigner(deps, settings) : wallet.stranger
  if (stranger !== null) return { is: 'unknown', why: stranger }
  if (balance < order.amount.units)
    return {
      is: 'unknown',
      why: await tooLow(deps, settings, { units: balance, currency: order.amount.currency }),
    }
  if (typeof gas === 'object') {
    // A token refuses a payment above the wallet's balance, too: that is no reason for a refund.
    const free = balance - (await leaving(database.query, wallet, order.amount.currency))
    if (free < order.amount.units)
      return {
        is: 'unknown',
        why: await tooLow(deps, settings, { units: free < 0n ? 0n : free, currency: order.amount.currency }),
      }
    if (isRefusedByContract(gas.error))
      return { is: 'refused', reason: 'The contract at this address does not take the payment' }
    deps.log.warn('the node does not return the fee of a pay-out', { reason: reasonOf(gas.error) })
    return { is: 'unknown', why: 'The node does not say what the payment takes' }
  }
  if (gas > MOST_GAS)
    return { is: 'refused', reason: 'The contract at this address has the network do too much for a payment' }
  return { transfer, gas: (gas * 5n) / 4n, fees }
}

/** The amount of a currency that is signed for and may not have left yet. */
async function leaving(query: Query, wallet: ChainWallet, currency: string): Promise<bigint> {
  const sent = await listSent(query, wallet)
  return sent.reduce((sum, each) => sum + (each.currency === currency ? each.units : 0n), 0n)
}

/** Whether a node reports that the paid contract rejects the payment, by a revert or by a fault in its code. */
function isRefusedByContract(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk(
      (cause) =>
        cause instanceof ExecutionRevertedError ||
        (cause instanceof RpcRequestError && FAULT_OF_CODE.test(cause.details)),
    ) !== null
  )
}

/**
 * The errors by which nodes report a contract's fault other than a revert (Geth and its successors, Reth, Anvil, Besu).
 */
const FAULT_OF_CODE =
  /\bEVM error\b|opcode|invalid ?jump|jump destination|stack ?(underflow|overflow|limit)|INVALID_OPERATION/i

function hex(address: string): Address {
  return getAddress(address.toLowerCase())
}
