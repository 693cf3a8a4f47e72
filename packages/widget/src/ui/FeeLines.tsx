import type { ReactNode } from 'react'
import * as Money from '@cambio/wire/Money.ts'
import type { FeeQuote } from '@cambio/wire/Quote.ts'
import { unitsOf } from '../amountTrouble.ts'
import { useWidget } from '../Widget.ts'
import styles from './FeeLines.module.css'

type Quote = FeeQuote & { readonly payin_currency: string; readonly payout_currency: string }

/** How the pay-in becomes the pay-out. The lines add up to the last digit; no line is left out. */
export function FeeLines({ quote }: { quote: Quote }) {
  const { view, writing } = useWidget()
  const { say, amount, number } = writing
  const setBy = (field: 'payin_amount' | 'payout_amount') =>
    view.fixed[field] !== undefined && <small> {say('setBy', { partner: view.partner.name })}</small>
  const { payin_currency: payin, payout_currency: payout } = quote
  return (
    <dl className={styles['lines']}>
      <Line
        name={say('fees.payin')}
        aside={setBy('payin_amount')}
        value={amount(quote.payin_amount, payin)}
      />
      <Line name={say('fees.payinFee')} value={`−\u00a0${amount(quote.payin_fee, payin)}`} />
      <Line name={say('fees.margin')} value={`−\u00a0${amount(quote.margin_fee, payin)}`} />
      <Line name={say('fees.converted')} value={amount(converted(quote), payin)} />
      <Line
        name={say('fees.rate')}
        value={say('fees.rateText', { payout, rate: number(quote.rate), payin })}
      />
      <Line
        name={say('fees.payoutFee', { currency: payout })}
        value={`−\u00a0${amount(quote.payout_fee, payout)}`}
      />
      <Line
        name={say('fees.payout')}
        aside={setBy('payout_amount')}
        value={amount(quote.payout_amount, payout)}
        strong
      />
    </dl>
  )
}

function Line({
  name,
  aside,
  value,
  strong = false,
}: {
  name: string
  aside?: ReactNode
  value: string
  strong?: boolean
}) {
  return (
    <div className={styles['line']} data-strong={strong}>
      <dt>
        {name}
        {aside}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}

/** What is left of the pay-in to convert once its fees are off. */
function converted({ payin_amount, payin_fee, margin_fee, payin_currency }: Quote): string {
  const units = unitsOf(payin_amount) - unitsOf(payin_fee) - unitsOf(margin_fee)
  return Money.format({ units, currency: payin_currency })
}
