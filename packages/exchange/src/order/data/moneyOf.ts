import * as Money from '@cambio/wire/Money.ts'
import type { OrderMoney } from '@cambio/wire/order/Order.ts'
import type { PayinSummary } from '../../payin/machine/PayinSummary.ts'
import { isPayinFact, payinSummary } from '../../payin/Payin.ts'
import type { Event, Order } from '../Order.ts'
import { unixText } from '../time.ts'

/** Where the buyer's money is and since when, as far as the exchange can tell. */
export function moneyOf(order: Order): OrderMoney {
  const { state, amount } = whereabouts(payinSummary(order.payin, order.quote.payin))
  const last = order.events.findLast(isAboutMoney)
  return {
    state,
    amount: Money.format(amount),
    currency: amount.currency,
    at: unixText(last?.at ?? order.createdAt),
  }
}

/**
 * Chooses the payment that says most. Money that will be refunded or is owed comes before money that bought the coins.
 * Received money comes before the outcome of an earlier payment, and a known place before a payment with an unknown
 * outcome. Money that a reorganisation removed does not count as received, even where coins were paid out for it.
 */
function whereabouts(payin: PayinSummary): { state: OrderMoney['state']; amount: Money.Money } {
  const { expected, reserved, authorised, received, returning, owed, isOpen } = payin
  if (owed) return { state: 'owed', amount: owed }
  if (returning) return { state: 'returning', amount: returning }
  if (received) return { state: 'taken', amount: received.amount }
  const held = authorised ?? reserved
  if (held) return { state: 'held', amount: held }
  if (isOpen) return { state: 'checking', amount: expected }
  const back = payin.returned ?? payin.chargedBack ?? payin.settledByHand
  return back ? { state: 'returned', amount: back } : { state: 'not_taken', amount: expected }
}

function isAboutMoney({ fact }: Event): boolean {
  return fact === 'refund_ordered' || fact === 'settled_by_hand' || isPayinFact({ is: fact })
}
