import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { useWidget } from '../../Widget.ts'
import { FeeLines } from '../amount/FeeLines.tsx'
import { Destination } from '../coins/Destination.tsx'
import styles from './OrderSummary.module.css'

/** What is bought, its destination and its cost, all above the button that pays. */
export function OrderSummary({ order }: { order: WidgetOrder }) {
  const { say, exact } = useWidget().writing
  return (
    <section className={styles['summary']} aria-label={say('fees.title')}>
      <p className={styles['get']}>
        <span className={styles['label']}>{say('fees.payout')}</span>
        <strong className={styles['amount']}>{exact(order.payout_amount, order.payout_currency)}</strong>
      </p>
      {order.dst_address !== null && (
        <Destination currency={order.payout_currency} address={order.dst_address} memo={order.memo} />
      )}
      <details className={styles['details']}>
        <summary>{say('fees.title')}</summary>
        <FeeLines quote={order} />
      </details>
    </section>
  )
}
