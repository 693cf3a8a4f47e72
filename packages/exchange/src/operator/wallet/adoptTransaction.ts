import { subtract, type Money } from '@cambio/wire/Money.ts'
import { applyFact } from '../../order/life/applyFact.ts'
import type { Order } from '../../order/Order.ts'
import type { OrderStore } from '../../order/OrderStore.ts'
import { coinRefunds } from '../../payin/deposit/coinRefunds.ts'
import { payoutTraitsOf } from '../../payout/traits/PayoutTraits.ts'
import type { Random } from '../../Random.ts'
import { act, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'
import type { AdoptablePayment, AdoptObjection, WalletControl } from './WalletControl.ts'

type Parts = {
  readonly wallet: WalletControl | null
  readonly orders: Pick<OrderStore, 'find' | 'save'>
  /** Makes orders with waiting payments due at once. */
  readonly wakeWaiting: () => Promise<void>
  readonly random: Random
  readonly now: () => Date
}

/** Why a transaction is not adopted; `nothing_to_pay`: no coins of the order wait to leave. Nothing was written. */
export type AdoptRefusal = {
  readonly is: 'refused'
  readonly code: 'no_network' | 'no_such_order' | 'nothing_to_pay' | AdoptObjection['objection']
}

type Sent = {
  readonly orderId: string
  readonly txid: string
  /** Whether it may have paid another amount, since the order had another price then. */
  readonly isAnyAmount: boolean
}

/**
 * Lets an order adopt a transaction that the wallet sent and the database does not know, as after a restore. The
 * payment then counts as made, and is not made again.
 */
export function adoptTransaction(
  deps: OperatorDeps<Parts>,
  { isAnyAmount, orderId, txid, ...by }: By & Sent,
): Promise<Outcome<Money, AdoptRefusal>> {
  return act(deps, by, async (parts): Promise<DoneAct<Money> | AdoptRefusal> => {
    const { wallet, orders } = parts
    if (!wallet) return { is: 'refused', code: 'no_network' }
    const order = await orders.find(orderId)
    if (!order) return { is: 'refused', code: 'no_such_order' }
    const payments = paymentsOf(order)
    if (payments.length === 0) return { is: 'refused', code: 'nothing_to_pay' }
    const adopted = await wallet.adopt({ orderId, txid, payments, isAnyAmount })
    if ('objection' in adopted) return { is: 'refused', code: adopted.objection }
    await fixFee(parts, order, adopted)
    if (adopted.payoutId === order.payout?.id)
      await applyFact(parts, { orderId, fact: { is: 'payout_sending' } })
    await parts.wakeWaiting()
    return { is: 'done', done: adopted.paid, act: 'chain adopt', about: { is: 'order', orderId } }
  })
}

/** The coins that an order would send now: those that it sold, and those that it returns. */
function paymentsOf(order: Order): AdoptablePayment[] {
  const { payout, quote, destination, child } = order
  const isToLeave = payout?.state === 'due' || payout?.state === 'sending'
  const isOnChain = payoutTraitsOf(quote.payoutGroup).isOnChain && child === null
  const sold =
    isToLeave && isOnChain
      ? [{ payoutId: payout.id, address: destination.address, amount: quote.payout, isFeeOpen: false }]
      : []
  return [...sold, ...coinRefunds(order)]
}

/** Takes the network fee from the transaction that returned coins, where the order had not fixed the fee. */
async function fixFee(
  parts: Parts,
  order: Order,
  { payoutId, paid }: { readonly payoutId: string; readonly paid: Money },
): Promise<void> {
  const refund = coinRefunds(order).find((each) => each.payoutId === payoutId && each.isFeeOpen)
  if (!refund) return
  const fee = subtract(refund.amount, paid)
  await applyFact(parts, { orderId: order.id, fact: { is: 'refund_priced', number: refund.number, fee } })
}
