import type { Status } from '@cambio/wire/Order.ts'
import type { WidgetOrder } from '@cambio/wire/Widget.ts'
import type { PlainKey } from './text.ts'

export type Tone = 'wait' | 'good' | 'bad' | 'attention'
export type StatusView = { readonly tone: Tone; readonly title: PlainKey; readonly text: PlainKey }
type AttemptState = NonNullable<WidgetOrder['attempt']>['state']

/** What each status says to the buyer: what happened, whether money moved, what comes next. */
export const statusViews = {
  payin_pending: { tone: 'wait', title: 'status.waiting', text: 'status.waiting.text' },
  confirmation_pending: { tone: 'attention', title: 'status.needed', text: 'status.confirmation.text' },
  processing: { tone: 'wait', title: 'status.waiting', text: 'status.processing.text' },
  auth_success: { tone: 'wait', title: 'status.onItsWay', text: 'status.authorised.text' },
  processing_payout: { tone: 'wait', title: 'status.onItsWay', text: 'status.payout.text' },
  pending: { tone: 'attention', title: 'status.needed', text: 'status.needed.text' },
  finished: { tone: 'good', title: 'status.paidOut', text: 'status.paidOut.text' },
  canceled: { tone: 'bad', title: 'status.canceled', text: 'status.canceled.text' },
  error: { tone: 'bad', title: 'status.declined', text: 'status.error.text' },
  expired: { tone: 'bad', title: 'status.expired', text: 'status.expired.text' },
  refunded: { tone: 'attention', title: 'status.refunded', text: 'status.refunded.text' },
} as const satisfies Record<Status, StatusView>

/** While an order waits for its money, the last payment attempt knows more than the status. */
export const attemptViews = {
  checking: { tone: 'wait', title: 'status.waiting', text: 'status.checking.text' },
  challenge: { tone: 'attention', title: 'status.waiting', text: 'status.challenge.text' },
  authorised: { tone: 'wait', title: 'status.onItsWay', text: 'status.authorised.text' },
  declined: { tone: 'bad', title: 'status.declined', text: 'status.declined.text' },
} as const satisfies Record<AttemptState, StatusView>

const unpaid: ReadonlySet<Status> = new Set(['payin_pending', 'processing'])

export function statusView(order: { status: Status; attempt?: WidgetOrder['attempt'] }): StatusView {
  return order.attempt && unpaid.has(order.status)
    ? attemptViews[order.attempt.state]
    : statusViews[order.status]
}
