import type { Status } from '@cambio/wire/Order.ts'
import type { WidgetOrder } from '@cambio/wire/Widget.ts'
import { useId } from 'react'
import type { PlainKey } from '../text.ts'
import { useWidget } from '../Widget.ts'
import type { Writing } from '../Writing.ts'
import styles from './StatusLog.module.css'

/** Every status the order had and every card that was tried, oldest first, in the reader's own time. */
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
            <time dateTime={new Date(at * 1_000).toISOString()}>{writing.time(new Date(at * 1_000))}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}

type Entry = { readonly at: number; readonly text: string }

function historyOf({ status_log, tries, payin_group, payout_group }: WidgetOrder, { say }: Writing): Entry[] {
  const byRail: Partial<Record<Status, PlainKey>> = {
    ...(payin_group === 'sepa' && { auth_success: 'log.transferCame' }),
    ...(payin_group === 'crypto' && { auth_success: 'log.coinsCame' }),
    ...(payout_group === 'sepa' && { processing_payout: 'log.payoutBank' }),
    ...(payout_group === 'balance' && { processing_payout: 'log.crediting' }),
  }
  const statuses = status_log.map(({ at, status }) => ({ at, text: say(byRail[status] ?? `log.${status}`) }))
  const cards = tries.map(({ at, state, card_number }) => ({
    at,
    text: say(tried[state], { digits: card_number.slice(-4) }),
  }))
  return [...statuses, ...cards].toSorted((one, other) => one.at - other.at)
}

/** What became of a try that ended without money; any other is told by the statuses that follow it. */
const tried = {
  checking: 'log.try',
  challenge: 'log.try',
  authorised: 'log.try',
  declined: 'log.try.declined',
  canceled: 'log.try.canceled',
  try_again: 'log.try.turnedAway',
  returning: 'log.try',
  stopped: 'log.try',
} as const satisfies Record<WidgetOrder['tries'][number]['state'], string>
