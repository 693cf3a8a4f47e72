import { hasEnded, mayHaveLeft, type Order } from '../../order/Order.ts'
import { refundWallet } from '../../payin/deposit/refundWallet.ts'
import { payinSources } from '../../payin/Payin.ts'
import type { Screening } from '../../screening/Screening.ts'
import { walletPaid } from '../../screening/walletPaid.ts'

/**
 * The listed wallet that an order still has to pay, so that it would be frozen again if it went on; null where there is
 * none. Coins sent by a listed wallet go on once the operator has decided.
 */
export function listedWalletToPay(list: Screening, order: Order): Promise<string | null> {
  return listedAmong(list, walletsToPay(order))
}

/** A listed wallet of an order, whether it pays that wallet or received coins from it; null for none. */
export function listedWalletOf(list: Screening, order: Order): Promise<string | null> {
  const senders = payinSources(order.payin).filter(({ kind }) => kind === 'sender')
  return listedAmong(list, [...walletsToPay(order), ...senders.map(({ text }) => text)])
}

/** The wallets that an order still has to pay: its buyer's, and the one that coins are returned to. */
function walletsToPay(order: Order): string[] {
  const paid = hasEnded(order) || (mayHaveLeft(order) && order.payout?.state !== 'sending')
  return [paid ? null : walletPaid(order), refundWallet(order)].filter((wallet) => wallet !== null)
}

async function listedAmong(list: Screening, wallets: readonly string[]): Promise<string | null> {
  for (const wallet of wallets) if ((await list.screen([wallet])) === 'listed') return wallet
  return null
}
