import { ended } from '@cambio/wire/order/orderStatus.ts'
import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { payinTraits } from '../payin/payinTraits.ts'
import { attemptViews, neededPaid, overEveryLevel, statusViews, type StatusView } from './StatusView.ts'

type OrderParts = Pick<
  WidgetOrder,
  'status' | 'substatus' | 'money' | 'is_stopped' | 'payin_group' | 'payout_group' | 'verification_url'
>

/** The message for a buyer who pays or is paid by bank transfer; null where the status says it all. */
export function bankView(order: OrderParts): StatusView | null {
  if (order.is_stopped) return order.status === 'finished' ? cameBack : attemptViews.stopped
  return (payinTraits(order.payin_group).isByBank ? payinView(order) : null) ?? payoutView(order)
}

function payinView({ status, substatus, money, verification_url }: OrderParts): StatusView | null {
  switch (money.state) {
    case 'not_taken':
      return status === 'payin_pending' || status === 'processing' ? awaited : null
    case 'taken':
      if (status === 'pending' && verification_url === null)
        return substatus === 'email_pending' ? arrived : overEveryLevel
      if (status === 'pending') return substatus === 'proof_pending' ? proofNeeded : neededPaid
      return status === 'auth_success' || status === 'processing' ? arrived : null
    case 'returning':
      return ended.has(status) ? { ...statusViews[status], text: 'status.lateReturning.text' } : returning
    case 'owed':
      return ended.has(status) ? { ...statusViews[status], text: 'status.lateOwed.text' } : null
    case 'checking':
    case 'held':
    case 'returned':
      return null
  }
}

function payoutView({ status, payout_group }: OrderParts): StatusView | null {
  if (payout_group !== 'sepa') return null
  if (status === 'processing_payout') return { ...statusViews[status], text: 'status.payoutBank.text' }
  return status === 'finished' ? { ...statusViews[status], text: 'status.paidOutBank.text' } : null
}

const awaited: StatusView = { tone: 'wait', title: 'status.waiting', text: 'status.transfer.text' }
const arrived: StatusView = { tone: 'wait', title: 'status.onItsWay', text: 'status.transferCame.text' }
const returning: StatusView = {
  tone: 'attention',
  title: 'status.returning',
  text: 'status.transferReturning.text',
}
const proofNeeded: StatusView = { tone: 'attention', title: 'status.needed', text: 'status.proof.text' }
const cameBack: StatusView = { tone: 'attention', title: 'status.stopped', text: 'status.cameBack.text' }
