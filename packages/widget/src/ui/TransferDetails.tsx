import type { WidgetOrder } from '@cambio/wire/Widget.ts'
import { useWidget } from '../Widget.ts'
import { useNow } from '../useNow.ts'
import { LinkButton } from './Button.tsx'
import { CopyLines, type Told } from './CopyLines.tsx'
import styles from './TransferDetails.module.css'

/** What the buyer's bank has to be told, each in full, and to be copied. */
export function TransferDetails({ order }: { order: WidgetOrder }) {
  const { writing } = useWidget()
  const { say } = writing
  const { transfer } = order
  if (!transfer) return null
  const lines: readonly Told[] = [
    { name: say('transfer.beneficiary'), value: transfer.beneficiary },
    { name: say('transfer.iban'), value: transfer.iban },
    {
      name: say('transfer.amount'),
      value: `${order.payin_amount} ${order.payin_currency}`,
      copy: order.payin_amount,
    },
    { name: say('transfer.reference'), value: transfer.reference },
  ]
  return (
    <section className={styles['details']} aria-label={say('transfer.title')}>
      <p>{say('transfer.text')}</p>
      <CopyLines lines={lines} />
      <p>{say('transfer.reference.text')}</p>
      {order.expires_at && <Deadline at={order.expires_at} />}
      <p>{say('transfer.next')}</p>
      {transfer.test_bank_url && (
        <LinkButton href={transfer.test_bank_url} opens="beside" look="secondary">
          {say('transfer.test')}
        </LinkButton>
      )}
    </section>
  )
}

/** Until when the money must be here, and how long that is. */
function Deadline({ at }: { at: string }) {
  const { writing, clock } = useWidget()
  const nowMs = useNow(clock, true)
  const time = writing.time(new Date(at))
  return <p>{writing.say('transfer.before', { time, left: writing.left(Date.parse(at) - nowMs) })}</p>
}
