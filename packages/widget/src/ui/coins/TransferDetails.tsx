import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { useNow } from '../../useNow.ts'
import { epcQrText } from '../../view/epcQrText.ts'
import { useWidget } from '../../Widget.ts'
import { LinkButton } from '../Button.tsx'
import { CopyLines, type Copyable } from '../CopyLines.tsx'
import { QrCode } from './QrCode.tsx'
import { WalletAddress } from './WalletAddress.tsx'
import styles from './TransferDetails.module.css'

/** What the buyer's bank needs, each detail in full, with a button that copies it. */
export function TransferDetails({ order }: { order: WidgetOrder }) {
  const { writing } = useWidget()
  const { say } = writing
  const { transfer } = order
  if (!transfer) return null
  const { beneficiary, iban, reference } = transfer
  const amount = writing.plain(order.payin_amount)
  const lines: readonly Copyable[] = [
    { name: say('transfer.beneficiary'), copy: beneficiary, shown: <bdi>{beneficiary}</bdi> },
    { name: say('transfer.iban'), copy: iban, shown: <WalletAddress address={iban} /> },
    {
      name: say('transfer.amount'),
      copy: amount,
      shown: writing.exact(order.payin_amount, order.payin_currency),
    },
    { name: say('transfer.reference'), copy: reference, shown: <bdi dir="ltr">{reference}</bdi> },
  ]
  return (
    <section className={styles['details']} aria-label={say('transfer.title')}>
      <p>{say('transfer.text')}</p>
      {order.payin_currency === 'EUR' && (
        <>
          <QrCode text={epcQrText(transfer, order.payin_amount)} label={say('transfer.qr')} />
          <p className={styles['under']}>{say('transfer.qr.text')}</p>
        </>
      )}
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

/** When the money must have arrived, and how long that is from now. */
function Deadline({ at }: { at: string }) {
  const { writing, clock } = useWidget()
  const nowMs = useNow(clock, true)
  const time = writing.time(new Date(at))
  return <p>{writing.say('transfer.before', { time, left: writing.left(Date.parse(at) - nowMs) })}</p>
}
