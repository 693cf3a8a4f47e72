import { asksRefundAddress } from '@cambio/exchange/order/asksRefundAddress.ts'
import { isStopped, payinOf, type Order } from '@cambio/exchange/order/Order.ts'
import { findDepositRail, type ChainDeposit } from '@cambio/exchange/payin/deposit/DepositRail.ts'
import type { Deposit, DepositPayin } from '@cambio/exchange/payin/deposit/machine/DepositPayin.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { Arrival, DepositState, DepositView } from '@cambio/wire/order/Deposit.ts'
import { transactionUrl } from '../../pages/transactionUrl.ts'
import type { Exchange } from '../../program/Exchange.ts'

/** A pay-in in coins as its buyer sees it, with the confirmations of each transfer. */
export async function depositView(
  exchange: Exchange,
  order: Order,
  payin: DepositPayin,
): Promise<DepositView> {
  const { quote } = order
  const rail = findDepositRail(exchange.deposits, quote.payin.currency)
  const onChain = (await rail?.depositsOf(order.id))?.deposits ?? []
  const missing = missingOf(quote.payin, payin.deposits)
  const isWaited = missing.units > 0n && isAwaited(order, exchange.clock.now())
  return {
    address: payin.address,
    network: Currency.get(quote.payin.currency).network ?? '',
    is_awaited: isWaited,
    awaited_until: isWaited ? (order.expiresAt?.toISOString() ?? null) : null,
    amount_missing: Money.format(missing),
    payment_uri: isWaited ? (rail?.paymentUri(payin.address, missing) ?? null) : null,
    confirmations_needed: rail?.confirmations ?? 0,
    arrivals: payin.deposits.map((deposit) => arrivalOf(exchange, order, { deposit, onChain, missing })),
    refund_address_state: refundStateOf(order, payin.refundAddress),
    is_stopped: isStopped(order),
    test_wallet_url: testWalletUrl(exchange, missing, payin.address),
  }
}

/**
 * Whether the order still accepts coins and none are under way: none were seen, or the received ones are not priced
 * yet.
 */
function isAwaited(order: Order, now: Date): boolean {
  const isOpen = order.status === 'payin_pending' || order.status === 'processing'
  const isInTime = order.expiresAt !== null && now < order.expiresAt
  return isOpen && isInTime && !isStopped(order) && !payinOf(order).isOpen
}

/** The amount still to be paid in; zero once enough was received or seen. */
function missingOf(payin: Money.Money, deposits: readonly Deposit[]): Money.Money {
  const received = deposits
    .filter(
      ({ state, amount }) => (state === 'seen' || state === 'received') && amount.currency === payin.currency,
    )
    .reduce((sum, { amount }) => Money.add(sum, amount), Money.zero(payin.currency))
  return received.units < payin.units ? Money.subtract(payin, received) : Money.zero(payin.currency)
}

function refundStateOf(order: Order, refundAddress: string | null): DepositView['refund_address_state'] {
  if (refundAddress !== null) return 'given'
  return asksRefundAddress(order) ? 'needed' : null
}

function arrivalOf(
  exchange: Exchange,
  order: Order,
  {
    deposit,
    onChain,
    missing,
  }: { readonly deposit: Deposit; readonly onChain: readonly ChainDeposit[]; readonly missing: Money.Money },
): Arrival {
  const { amount, entry } = deposit
  const [txid = ''] = entry.split(':')
  return {
    amount: Money.format(amount),
    currency: amount.currency,
    state: stateOf(order, deposit, missing),
    confirmations: onChain.find((other) => other.entry === entry)?.confirmations ?? 0,
    txid,
    url: transactionUrl(exchange, amount.currency, txid),
  }
}

const states = {
  seen: 'seen',
  gone: 'gone',
  received: 'taken',
  owed: 'owed',
  returning: 'returning',
  returned: 'returned',
  closed: 'returned',
  lost: 'gone',
} as const satisfies Record<Deposit['state'], DepositState>

/** The state of a deposit. The full amount is never too little, even while there is no price for it. */
function stateOf(
  { payout, status }: Order,
  { state, amount, refundFee }: Deposit,
  missing: Money.Money,
): DepositState {
  if (state === 'owed' && refundFee !== null && refundFee.units >= amount.units) return 'kept'
  const isUnpriced = state === 'received' && payout === null && status === 'processing'
  const isShort = isUnpriced && missing.units > 0n
  return isShort ? 'short' : states[state]
}

/** In a sandbox with its own chain, the page that pays with one press. */
function testWalletUrl({ baseUrl, testWallet }: Exchange, missing: Money.Money, to: string): string | null {
  if (!testWallet) return null
  const query = new URLSearchParams({ to, amount: Money.format(missing), currency: missing.currency })
  return `${baseUrl}${pages.sandboxWallet}?${query.toString()}`
}
