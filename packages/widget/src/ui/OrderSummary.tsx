import * as Currency from '@cambio/wire/Currency.ts'
import type { WidgetOrder } from '@cambio/wire/Widget.ts'
import { useWidget } from '../Widget.ts'
import { networkKey } from '../Writing.ts'
import { FeeLines } from './FeeLines.tsx'
import { WalletAddress } from './WalletAddress.tsx'
import styles from './OrderSummary.module.css'

/** What is bought, where it goes and what it costs, all of it before the button that pays. */
export function OrderSummary({ order }: { order: WidgetOrder }) {
  const { say, amount } = useWidget().writing
  const network = Currency.find(order.payout_currency)?.network
  return (
    <section className={styles['summary']} aria-label={say('fees.title')}>
      <p className={styles['get']}>
        <span className={styles['label']}>{say('fees.payout')}</span>
        <strong className={styles['amount']}>{amount(order.payout_amount, order.payout_currency)}</strong>
      </p>
      {order.dst_address !== null && (
        <p className={styles['to']}>
          <span className={styles['label']}>
            {say('card.to')}
            {network && ` · ${say(networkKey(network))}`}
          </span>
          <WalletAddress address={order.dst_address} />
        </p>
      )}
      {order.memo !== null && (
        <p className={styles['to']}>
          <span className={styles['label']}>{say('card.memo')}</span>
          <span>{order.memo}</span>
        </p>
      )}
      <details className={styles['details']}>
        <summary>{say('fees.title')}</summary>
        <FeeLines quote={order} />
      </details>
    </section>
  )
}
