import * as Currency from '@cambio/wire/Currency.ts'
import type { Arrival, DepositView } from '@cambio/wire/order/Deposit.ts'
import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { useId } from 'react'
import { trimZeros } from '../../amount/amountText.ts'
import { useNow } from '../../useNow.ts'
import { useWidget } from '../../Widget.ts'
import { networkKey, type Writing } from '../../Writing.ts'
import { LinkButton } from '../Button.tsx'
import { CopyLines } from '../CopyLines.tsx'
import { TransactionLink } from '../order/TransactionLink.tsx'
import { QrCode } from './QrCode.tsx'
import { RefundForm } from './RefundForm.tsx'
import { WalletAddress } from './WalletAddress.tsx'
import styles from './DepositDetails.module.css'

/**
 * Where the buyer sends coins, what was received of them, and where they are refunded when the order cannot use them.
 */
export function DepositDetails({ order, deposit }: { order: WidgetOrder; deposit: DepositView }) {
  const { writing } = useWidget()
  const network = networkName(order, writing)
  return (
    <>
      {deposit.is_awaited && <Instructions order={order} deposit={deposit} network={network} />}
      {deposit.arrivals.length > 0 && <Arrivals deposit={deposit} />}
      {deposit.refund_address_state === 'needed' && (
        <RefundForm network={network} currencies={owedCurrencies(deposit)} />
      )}
    </>
  )
}

function Instructions({
  order,
  deposit,
  network,
}: {
  order: WidgetOrder
  deposit: DepositView
  network: string
}) {
  const { say, exact } = useWidget().writing
  const { amount_missing: missing, awaited_until: until } = deposit
  const isRest = missing !== order.payin_amount
  return (
    <section className={styles['details']} aria-label={say('deposit.title')}>
      <p>{say(isRest ? 'deposit.restText' : 'deposit.text')}</p>
      <QrCode text={deposit.payment_uri ?? deposit.address} label={say('deposit.qr')} />
      {deposit.payment_uri && (
        <LinkButton href={deposit.payment_uri} look="secondary">
          {say('deposit.open')}
        </LinkButton>
      )}
      <CopyLines
        lines={[
          {
            name: say(isRest ? 'deposit.rest' : 'deposit.amount'),
            shown: exact(missing, order.payin_currency),
            copy: trimZeros(missing),
          },
          {
            name: say('deposit.address'),
            shown: <WalletAddress address={deposit.address} />,
            copy: deposit.address,
          },
        ]}
      />
      <p>
        {say('deposit.network')}: <strong>{network}</strong>
      </p>
      {until && <Countdown at={until} />}
      <p className={styles['small']}>{say('deposit.wrong')}</p>
      {deposit.test_wallet_url && (
        <LinkButton href={deposit.test_wallet_url} opens="beside" look="secondary">
          {say('deposit.test')}
        </LinkButton>
      )}
    </section>
  )
}

/** How long coins that are seen still count. */
function Countdown({ at }: { at: string }) {
  const { writing, clock } = useWidget()
  const left = Math.ceil((Date.parse(at) - useNow(clock, true)) / 1_000)
  if (left <= 0) return <p role="timer">{writing.say('deposit.over')}</p>
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return <p role="timer">{writing.say('deposit.left', { time })}</p>
}

function Arrivals({ deposit }: { deposit: DepositView }) {
  const { writing } = useWidget()
  const { say, exact } = writing
  const id = useId()
  return (
    <section className={styles['details']} aria-labelledby={id}>
      <h2 className={styles['title']} id={id}>
        {say('deposit.arrivals')}
      </h2>
      <ul className={styles['arrivals']}>
        {deposit.arrivals.map((arrival) => (
          <li key={`${arrival.txid} ${arrival.currency}`}>
            <strong>{exact(arrival.amount, arrival.currency)}</strong>
            <span>{stateText(arrival, deposit, writing)}</span>
            <span className={styles['small']}>
              <TransactionLink txid={arrival.txid} url={arrival.url} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateText({ state, confirmations }: Arrival, deposit: DepositView, { say }: Writing): string {
  if (state !== 'seen') return say(`deposit.${state}`)
  const needed = deposit.confirmations_needed
  const count = String(Math.min(confirmations, needed))
  return say('deposit.seen', { count, needed: String(needed) })
}

function owedCurrencies({ arrivals }: DepositView): string[] {
  const owed = arrivals.filter(({ state }) => state === 'owed')
  return [...new Set(owed.map(({ currency }) => currency))]
}

function networkName({ payin_currency }: WidgetOrder, { say }: Writing): string {
  const network = Currency.find(payin_currency)?.network
  return network ? say(networkKey(network)) : ''
}
