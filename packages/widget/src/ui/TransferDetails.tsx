import { useState } from 'react'
import type { WidgetOrder } from '@cambio/wire/Widget.ts'
import { useWidget } from '../Widget.ts'
import { Button } from './Button.tsx'
import styles from './TransferDetails.module.css'

/** What the buyer's bank has to be told, each in full, and to be copied. */
export function TransferDetails({ order }: { order: WidgetOrder }) {
  const { writing } = useWidget()
  const { say, time } = writing
  const { transfer } = order
  if (!transfer) return null
  const amount = `${order.payin_amount} ${order.payin_currency}`
  return (
    <section className={styles['details']} aria-label={say('transfer.title')}>
      <p>{say('transfer.text')}</p>
      <dl className={styles['lines']}>
        <Line name={say('transfer.beneficiary')} value={transfer.beneficiary} />
        <Line name={say('transfer.iban')} value={transfer.iban} />
        <Line name={say('transfer.amount')} value={amount} copied={order.payin_amount} />
        <Line name={say('transfer.reference')} value={transfer.reference} />
      </dl>
      <p>{say('transfer.reference.text')}</p>
      {order.expires_at && <p>{say('transfer.before', { time: time(new Date(order.expires_at)) })}</p>}
    </section>
  )
}

function Line({ name, value, copied = value }: { name: string; value: string; copied?: string }) {
  const { say } = useWidget().writing
  const [done, setDone] = useState(false)
  const copy = () => {
    void navigator.clipboard.writeText(copied).then(
      () => setDone(true),
      () => setDone(false),
    )
  }
  return (
    <div className={styles['line']}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd className={styles['copy']}>
        <Button look="secondary" onPress={copy}>
          {done ? say('transfer.copied') : say('transfer.copy', { what: name })}
        </Button>
      </dd>
    </div>
  )
}
