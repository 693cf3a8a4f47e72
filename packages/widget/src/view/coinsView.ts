import type { DepositState } from '@cambio/wire/order/Deposit.ts'
import { ended } from '@cambio/wire/order/orderStatus.ts'
import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import type { PlainKey } from '../text.ts'
import { attemptViews, neededPaid, overEveryLevel, statusViews, type StatusView } from './StatusView.ts'

type OrderParts = Pick<WidgetOrder, 'status' | 'substatus' | 'deposit' | 'verification_url'>

/**
 * The message for a buyer who pays in coins; null where the status says it all, or the order is paid in another way.
 */
export function coinsView({ status, substatus, deposit, verification_url }: OrderParts): StatusView | null {
  if (!deposit) return null
  if (deposit.is_stopped) return attemptViews.stopped
  const has = (state: DepositState) => deposit.arrivals.some((arrival) => arrival.state === state)
  if (deposit.refund_address_state === 'needed') return needed(status, 'status.coinsOwed.text')
  if (has('returning')) return goingBack(status)
  // A refund wallet is known, and the coins did not get there.
  if (has('owed')) return attemptViews.stopped
  if (has('kept')) return needed(status, 'status.coinsKept.text')
  const isGone = has('gone') && deposit.arrivals.every(({ state }) => state === 'gone')
  if (isGone && isUnpaidEnd(status)) return { ...statusViews[status], text: 'status.coinsGoneEnd.text' }
  if (status === 'refunded') return { ...statusViews[status], text: 'status.coinsReturned.text' }
  if (status === 'pending' && has('taken')) {
    if (verification_url !== null) return neededPaid
    return substatus === 'email_pending' ? arrived : overEveryLevel
  }
  const isOpen = status === 'payin_pending' || status === 'processing'
  if (isOpen && isGone) return waiting('status.coinsGone.text')
  if (isOpen && has('seen')) return seen
  if (isOpen && has('short')) return waiting('status.coinsShort.text')
  if (isOpen && !has('taken')) return waiting('status.coins.text')
  return isOpen || status === 'auth_success' ? arrived : null
}

/** The outcome of an order that has ended stays its heading, unless it was paid out: this is about other coins. */
function needed(status: OrderParts['status'], text: PlainKey): StatusView {
  return isUnpaidEnd(status)
    ? { ...statusViews[status], tone: 'attention', text }
    : { tone: 'attention', title: 'status.needed', text }
}

/** Whether an order has ended and paid nothing out. */
function isUnpaidEnd(status: OrderParts['status']): boolean {
  return ended.has(status) && status !== 'finished'
}

function goingBack(status: OrderParts['status']): StatusView {
  const title = ended.has(status) ? statusViews[status].title : 'status.returning'
  return { tone: 'attention', title, text: 'status.coinsReturning.text' }
}

function waiting(text: PlainKey): StatusView {
  return { tone: 'wait', title: 'status.waiting', text }
}

/** Coins are on the chain and not final yet: they were sent, and are no longer waited for. */
const seen: StatusView = { tone: 'wait', title: 'status.onItsWay', text: 'status.coinsSeen.text' }

const arrived: StatusView = { tone: 'wait', title: 'status.onItsWay', text: 'status.coinsTaken.text' }
