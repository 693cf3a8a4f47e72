import { asksRefundAddress } from '@cambio/exchange/deposit/giveRefundAddress.ts'
import { isStopped, payinOf, type Order } from '@cambio/exchange/order/Order.ts'
import type { Deposit } from '@cambio/exchange/payin/deposit/DepositPayin.ts'
import type { ChainDeposit } from '@cambio/exchange/payin/deposit/DepositRail.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import type { Arrival, DepositState, DepositView } from '@cambio/wire/Deposit.ts'
import * as Money from '@cambio/wire/Money.ts'
import { pages } from '@cambio/wire/pages.ts'
import { transactionUrl } from '../pages/transactionUrl.ts'
import type { Exchange } from '../program/Exchange.ts'

/** A pay-in in coins as its buyer sees it, with how deep each transfer is; null for another way to pay. */
export async function depositView(exchange: Exchange, order: Order): Promise<DepositView | null> {
  const { payin, quote } = order
  if (payin.is !== 'deposit') return null
  const known = (await exchange.deposit?.depositsOf(order.id))?.deposits ?? []
  return {
    address: payin.address,
    network: Currency.get(quote.payin.currency).network ?? '',
    is_awaited: isAwaited(order, exchange.clock.now()),
    confirmations_needed: exchange.deposit?.confirmations ?? 0,
    arrivals: payin.deposits.map((deposit) => arrivalOf(exchange, order, { deposit, known })),
    refund_address_state: refundStateOf(order, payin.refundAddress),
    is_stopped: isStopped(order),
    test_wallet_url: testWalletUrl(exchange, order, payin.address),
  }
}

/** Whether more coins are wanted: none were seen, or too few came. */
function isAwaited(order: Order, now: Date): boolean {
  const isOpen = order.status === 'payin_pending' || order.status === 'processing'
  const isInTime = order.expiresAt !== null && now < order.expiresAt
  return isOpen && isInTime && !isStopped(order) && !payinOf(order).isOpen
}

function refundStateOf(order: Order, refundAddress: string | null): DepositView['refund_address_state'] {
  if (refundAddress !== null) return 'given'
  return asksRefundAddress(order) ? 'needed' : null
}

function arrivalOf(
  exchange: Exchange,
  order: Order,
  { deposit, known }: { readonly deposit: Deposit; readonly known: readonly ChainDeposit[] },
): Arrival {
  const { amount, entry } = deposit
  const [txid = ''] = entry.split(':')
  return {
    amount: Money.format(amount),
    currency: amount.currency,
    state: stateOf(order, deposit),
    confirmations: known.find((other) => other.entry === entry)?.confirmations ?? 0,
    txid,
    url: transactionUrl(exchange, amount.currency, txid),
  }
}

const shown = {
  seen: 'seen',
  gone: 'gone',
  received: 'taken',
  owed: 'owed',
  returning: 'returning',
  returned: 'returned',
  closed: 'returned',
  lost: 'gone',
} as const satisfies Record<Deposit['state'], DepositState>

function stateOf({ payout, status }: Order, { state, refundFee }: Deposit): DepositState {
  if (state === 'owed' && refundFee !== null) return 'kept'
  const isShort = state === 'received' && payout === null && status === 'processing'
  return isShort ? 'short' : shown[state]
}

/** In a sandbox whose chain is its own, a page that pays with one press. */
function testWalletUrl(
  { baseUrl, testWallet }: Exchange,
  { quote: { payin } }: Order,
  to: string,
): string | null {
  if (!testWallet) return null
  const asked = new URLSearchParams({ to, amount: Money.format(payin), currency: payin.currency })
  return `${baseUrl}${pages.sandboxWallet}?${asked.toString()}`
}
