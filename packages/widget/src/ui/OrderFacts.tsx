import type { ReactNode } from 'react'
import { payable } from '../steps.ts'
import { useWidget } from '../Widget.ts'
import { WalletAddress } from './WalletAddress.tsx'
import styles from './FeeLines.module.css'

/** The order in a few lines, for the record. */
export function OrderFacts() {
  const { view, writing } = useWidget()
  const { say, amount, time } = writing
  const { order } = view
  const id = (order ?? view.order_state)?.client_order_id
  return (
    <dl className={styles['lines']}>
      <Fact name={say('status.order')} value={id} />
      {order && (
        <>
          <Fact name={say('status.paid')} value={amount(order.payin_amount, order.payin_currency)} />
          <Fact name={say('status.got')} value={amount(order.payout_amount, order.payout_currency)} />
          <Fact name={say('status.card')} value={order.attempt?.card_number} />
          <Fact
            name={say('status.to')}
            value={order.dst_address && <WalletAddress address={order.dst_address} />}
          />
          <Fact name={say('status.memo')} value={order.memo} />
          <Fact name={say('status.txid')} value={order.payout_txid} />
          <Fact
            name={say('status.leaveBy')}
            value={payable(order) && order.expires_at && time(new Date(order.expires_at))}
          />
        </>
      )}
    </dl>
  )
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  if (!value) return null
  return (
    <div className={styles['line']}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
