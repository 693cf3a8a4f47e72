import type { Group } from '@cambio/wire/Group.ts'
import type { Status } from '@cambio/wire/order/Order.ts'
import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { useId } from 'react'
import type { PlainKey, Say } from '../../text.ts'
import { declineReason } from '../../view/declineReason.ts'
import { isReasonShown } from '../../view/isReasonShown.ts'
import { isUnconfirmed } from '../../view/StatusView.ts'
import { withWallet } from '../../view/withWallet.ts'
import { useWidget } from '../../Widget.ts'
import type { Writing } from '../../Writing.ts'
import { Moment } from './Moment.tsx'
import styles from './StatusLog.module.css'

/** Every status that the order had and every card that was tried, oldest first, in the reader's own time. */
export function StatusLog({ order }: { order: WidgetOrder }) {
  const { writing } = useWidget()
  const id = useId()
  return (
    <section className={styles['log']}>
      <h2 className={styles['title']} id={id}>
        {writing.say('status.history')}
      </h2>
      <ol className={styles['list']} aria-labelledby={id}>
        {historyOf(order, writing).map(({ at, text }) => (
          <li key={`${at}${text}`} className={styles['entry']}>
            <span>{text}</span>
            <Moment at={at} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The log's messages about received and sent money, where the way says more than the status. */
const receivedBy: Partial<Record<Group, PlainKey>> = { sepa: 'log.transferCame', crypto: 'log.coinsCame' }
const sentBy: Partial<Record<Group, PlainKey>> = { sepa: 'log.payoutBank', balance: 'log.crediting' }

type Try = WidgetOrder['tries'][number]
type Entry = { readonly at: number; readonly text: string }

function historyOf(order: WidgetOrder, { say, amount }: Writing): Entry[] {
  const { payin_group, payout_group, payout_amount, payout_currency } = order
  const byRail: { readonly [Each in Status]?: PlainKey | undefined } = {
    auth_success: receivedBy[payin_group],
    processing_payout: sentBy[payout_group],
  }
  const received = say('status.received', { amount: amount(payout_amount, payout_currency) })
  const statusText = (status: Status) => {
    if (status === 'finished') return received
    // A verification, a code or a new price: the log does not say which.
    return say(status === 'pending' ? 'status.needed' : (byRail[status] ?? `log.${status}`))
  }
  const statuses = order.status_log.map(({ at, status }) => ({ at, text: statusText(status) }))
  const told = isReasonShown(order) ? order.tries.at(-1) : undefined
  const cards = order.tries.map((each) => ({
    at: each.at,
    text: withWallet(tryText(each, say, each === told), each.wallet),
  }))
  return [...statuses, ...cards].toSorted((one, other) => one.at - other.at)
}

/** The result of a card, with the bank's reason for a decline where it is nowhere else on the screen. */
function tryText({ state, card_number, decline_reason: reason }: Try, say: Say, isTold: boolean): string {
  const digits = card_number.slice(-4)
  if (state !== 'declined' || reason === null) return say(tried[state] ?? 'log.try', { digits })
  if (isUnconfirmed(reason)) return say('log.try.unconfirmed', { digits })
  return isTold
    ? say('log.try.declined', { digits })
    : say('log.try.why', { digits, reason: declineReason(reason, say) })
}

/** The result of an attempt that ended without money; any other attempt shows in the statuses that follow it. */
const tried: Partial<Record<Try['state'], `log.try.${'declined' | 'canceled' | 'turnedAway'}`>> = {
  declined: 'log.try.declined',
  canceled: 'log.try.canceled',
  try_again: 'log.try.turnedAway',
}
