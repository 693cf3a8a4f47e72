import { hasEnded, mayHaveLeft, type Order } from '@cambio/exchange/order/Order.ts'
import { depositsOf } from '@cambio/exchange/payin/Payin.ts'
import { walletPaid } from '@cambio/exchange/screening/walletPaid.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { sanctionsStore } from '../../store/sanctions.ts'

/**
 * Why an order would only be frozen if it went on: a wallet that it is to pay is on the operator's list. Null where none
 * is. Coins that came from a listed wallet go on once the operator has looked.
 */
export async function stillListed(query: Query, order: Order): Promise<string | null> {
  const wallet = await listedAmong(query, walletsToPay(order))
  return wallet === null
    ? null
    : `is to pay ${wallet}, which is on the list of sanctions: it would be frozen at once. ${waysOn(order)}`
}

/** Why nothing of a frozen order is given back, and how it is cleared. */
export async function whyFrozen(query: Query, order: Order): Promise<string> {
  const senders = depositsOf(order.payin).map(({ sender }) => sender)
  const wallet = await listedAmong(query, [...walletsToPay(order), ...senders])
  const rests = 'nothing of it moves, nor is given back'
  return wallet === null
    ? `is frozen, since a wallet of it was on a list of sanctions: ${rests}. Your list names none of them now: “order resolve ${order.id} continue” lets the order go on`
    : `is frozen, since ${wallet} is on the list of sanctions: ${rests}. ${waysOn(order)}`
}

/** What the operator can do. A list is replaced as a whole. */
function waysOn({ id }: Order): string {
  return `Where the list is wrong, “sanctions refresh --file <list>” reads one without that wallet, and “order resolve ${id} continue” lets the order go on; where it is right, “order resolve ${id} settle” ends the wait once you have settled it by hand`
}

/** The wallets that coins of an order are still to go to: its buyer's, and the one that coins go back to. */
function walletsToPay(order: Order): string[] {
  const paid = hasEnded(order) || (mayHaveLeft(order) && order.payout?.state !== 'sending')
  const back =
    order.payin.is === 'deposit' && order.payin.deposits.some(({ state }) => state === 'returning')
      ? order.payin.refundAddress
      : null
  return [paid ? null : walletPaid(order), back].filter((wallet) => wallet !== null)
}

async function listedAmong(query: Query, wallets: readonly string[]): Promise<string | null> {
  for (const wallet of wallets)
    if ((await sanctionsStore({ query }).screen([wallet])) === 'listed') return wallet
  return null
}
