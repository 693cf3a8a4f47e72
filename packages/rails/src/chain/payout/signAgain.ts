import { getAddress } from 'viem'
import type { ChainSettings } from '../ChainSettings.ts'
import { isGivenUp, type ChainPayout, type FreshTransaction, type SignedTransaction } from './ChainPayout.ts'
import { sign, type Fees } from './sign.ts'
import { transferOf, type Transfer } from './transfer.ts'

/**
 * Signs the next transaction of a pay-out, under its nonce and for a higher fee: the payment again, or, for an
 * abandoned pay-out, another transaction that moves nothing.
 * @param offer what the network asks now, and the time
 */
export function signAgain(
  settings: ChainSettings,
  payout: ChainPayout,
  offer: { readonly fees: Fees; readonly at: Date },
): Promise<FreshTransaction> {
  return isGivenUp(payout)
    ? signCancellation(settings, payout, offer)
    : signInPlace(settings, payout, offer, paymentOf(settings, payout))
}

/**
 * Signs a transaction that moves nothing, under the nonce of a pay-out and for a higher fee than its earlier ones. Once
 * it is in a block, the payment can no longer be made.
 */
export function signCancellation(
  settings: ChainSettings,
  payout: ChainPayout,
  offer: { readonly fees: Fees; readonly at: Date },
): Promise<FreshTransaction> {
  return signInPlace(settings, payout, offer, { to: settings.keys.hotWallet.address, value: 0n })
}

function paymentOf({ tokens }: ChainSettings, { units, currency, recipient }: ChainPayout): Transfer {
  return transferOf(tokens, { units, currency }, getAddress(recipient.toLowerCase()))
}

function signInPlace(
  { keys, chainId }: ChainSettings,
  { payoutId, nonce, gas, transactions }: ChainPayout,
  { fees, at }: { readonly fees: Fees; readonly at: Date },
  transfer: Transfer,
): Promise<FreshTransaction> {
  const newest = transactions.at(-1)
  if (!newest) throw new Error(`The pay-out ${payoutId} has no signed transaction`)
  const number = newest.number + 1
  return sign(keys.hotWallet, { transfer, chainId, nonce, gas, fees: raised(newest, fees), number, at })
}

/** Networks accept a replacement that offers at least a tenth more; an eighth is above that. */
function raised(before: SignedTransaction, estimate: Fees): Fees {
  const higher = (old: bigint, estimated: bigint) => {
    const least = (old * 9n) / 8n + 1n
    return estimated > least ? estimated : least
  }
  return {
    maxFeePerGas: higher(before.maxFeePerGas, estimate.maxFeePerGas),
    maxPriorityFeePerGas: higher(before.maxPriorityFeePerGas, estimate.maxPriorityFeePerGas),
  }
}
