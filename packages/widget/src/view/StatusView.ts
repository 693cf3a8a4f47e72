import { ended, type Status } from '@cambio/wire/order/orderStatus.ts'
import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import type { PlainKey } from '../text.ts'

export type Tone = 'wait' | 'good' | 'bad' | 'attention'
export type StatusView = {
  readonly tone: Tone
  readonly title: PlainKey
  readonly text: PlainKey
  /** What the buyer can do now, where nothing continues by itself. */
  readonly next?: PlainKey
}
type AttemptState = NonNullable<WidgetOrder['attempt']>['state']

/** The message of each status to the buyer: what happened, whether money moved, what comes next. */
export const statusViews = {
  payin_pending: { tone: 'wait', title: 'status.waiting', text: 'status.waiting.text' },
  confirmation_pending: { tone: 'attention', title: 'status.needed', text: 'status.confirmation.text' },
  processing: { tone: 'wait', title: 'status.waiting', text: 'status.processing.text' },
  auth_success: { tone: 'wait', title: 'status.onItsWay', text: 'status.authorised.text' },
  processing_payout: { tone: 'wait', title: 'status.onItsWay', text: 'status.payout.text' },
  pending: { tone: 'attention', title: 'status.needed', text: 'status.needed.text' },
  finished: { tone: 'good', title: 'status.paidOut', text: 'status.paidOut.text' },
  canceled: {
    tone: 'bad',
    title: 'status.canceled',
    text: 'status.canceled.text',
    next: 'status.startAgain',
  },
  error: { tone: 'bad', title: 'status.declined', text: 'status.error.text', next: 'status.startAgain' },
  expired: { tone: 'bad', title: 'status.expired', text: 'status.expired.text', next: 'status.startAgain' },
  refunded: { tone: 'good', title: 'status.refunded', text: 'status.refunded.text' },
} as const satisfies Record<Status, StatusView>

/** While an order waits for its money or is stopped, the last payment attempt says more than the status. */
export const attemptViews = {
  checking: { tone: 'wait', title: 'status.waiting', text: 'status.checking.text' },
  challenge: { tone: 'attention', title: 'status.waiting', text: 'status.challenge.text' },
  authorised: { tone: 'wait', title: 'status.onItsWay', text: 'status.authorised.text' },
  declined: { tone: 'bad', title: 'status.declined', text: 'status.declined.text' },
  canceled: { tone: 'attention', title: 'status.turnedBack', text: 'status.turnedBack.text' },
  try_again: { tone: 'attention', title: 'status.tryAgain', text: 'status.tryAgain.text' },
  returning: { tone: 'attention', title: 'status.returning', text: 'status.returning.text' },
  stopped: { tone: 'attention', title: 'status.stopped', text: 'status.stopped.text' },
} as const satisfies Record<AttemptState, StatusView>

/** The order exceeds the limit, and no card was charged yet. */
const neededUnpaid = {
  tone: 'attention',
  title: 'status.needed',
  text: 'status.neededUnpaid.text',
} as const satisfies StatusView

/** The order exceeds the limit, and money was received: only then is its amount known. */
export const neededPaid = {
  tone: 'attention',
  title: 'status.needed',
  text: 'status.neededPaid.text',
} as const satisfies StatusView

/** The order exceeds every limit: the buyer can do nothing. */
export const overEveryLevel = {
  tone: 'attention',
  title: 'status.stopped',
  text: 'status.overEveryLevel.text',
} as const satisfies StatusView

/** The bank did not decline: the buyer turned back at the bank's page, or never got there. */
const unconfirmed = {
  tone: 'bad',
  title: 'status.declined',
  text: 'status.unconfirmed.text',
} as const satisfies StatusView

const unconfirmedReasons: ReadonlySet<string | null> = new Set([
  '3-D Secure authentication failed',
  'Timeout',
])

/** Whether a reason means that the buyer did not confirm, not that the bank declined. */
export function isUnconfirmed(reason: string | null): boolean {
  return unconfirmedReasons.has(reason)
}

const unpaid: ReadonlySet<Status> = new Set(['payin_pending', 'processing'])

/** Somebody is paying this order, here or elsewhere; only they know how far they are. */
const underWay = {
  tone: 'wait',
  title: 'status.waiting',
  text: 'status.underWay.text',
} as const satisfies StatusView

/** @param order without `attempt` where that is unknown, as without the buyer's session */
export function statusView({
  status,
  attempt,
}: {
  status: Status
  attempt?: WidgetOrder['attempt']
}): StatusView {
  const declined = attempt?.state === 'declined'
  const canceled = attempt?.state === 'canceled'
  const untaken = declined || canceled || attempt?.state === 'try_again'
  if (status === 'pending' && attempt?.state === 'authorised') return neededPaid
  if (status === 'pending' && (attempt === null || untaken)) return neededUnpaid
  if (attempt === undefined && unpaid.has(status)) return underWay
  if (status === 'error' && canceled) return { ...attemptViews.canceled, next: 'status.startAgain' }
  if (!attempt || !doesSpeak(attempt.state, status)) return statusViews[status]
  return declined && isUnconfirmed(attempt.decline_reason) ? unconfirmed : attemptViews[attempt.state]
}

function doesSpeak(attempt: AttemptState, status: Status): boolean {
  return attempt === 'returning' || attempt === 'stopped' ? !ended.has(status) : unpaid.has(status)
}
