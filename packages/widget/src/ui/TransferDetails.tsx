import { useState } from 'react'
import type { WidgetOrder } from '@cambio/wire/Widget.ts'
import { useWidget } from '../Widget.ts'
import { useNow } from '../useNow.ts'
import { Button, LinkButton } from './Button.tsx'
import styles from './TransferDetails.module.css'

/** What the buyer's bank has to be told, each in full, and to be copied. */
export function TransferDetails({ order }: { order: WidgetOrder }) {
  const { writing } = useWidget()
  const { say } = writing
  const [copied, setCopied] = useState<Copied | null>(null)
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
      <dl className={styles['lines']}>
        {lines.map((line) => (
          <Line key={line.name} line={line} copied={copied} onCopied={setCopied} />
        ))}
      </dl>
      <output className={styles['note']}>{copied?.well === false && say('transfer.notCopied')}</output>
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

/** Something that the bank is told. What is copied may be less than what is shown. */
type Told = { readonly name: string; readonly value: string; readonly copy?: string }
/** What was copied last, or was not: browsers may forbid it. */
type Copied = { readonly name: string; readonly well: boolean }

/** Until when the money must be here, and how long that is. */
function Deadline({ at }: { at: string }) {
  const { writing, clock } = useWidget()
  const nowMs = useNow(clock, true)
  const time = writing.time(new Date(at))
  return <p>{writing.say('transfer.before', { time, left: writing.left(Date.parse(at) - nowMs) })}</p>
}

function Line({
  line: { name, value, copy = value },
  copied,
  onCopied,
}: {
  line: Told
  copied: Copied | null
  onCopied: (copied: Copied) => void
}) {
  const { say } = useWidget().writing
  const press = async () => {
    try {
      await navigator.clipboard.writeText(copy)
      onCopied({ name, well: true })
    } catch {
      onCopied({ name, well: false })
    }
  }
  const isCopied = copied?.name === name && copied.well
  return (
    <div className={styles['line']}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd className={styles['copy']}>
        <Button look="secondary" onPress={() => void press()}>
          {isCopied ? say('transfer.copied') : say('transfer.copy', { what: name })}
        </Button>
      </dd>
    </div>
  )
}
