import type { Group } from '@cambio/wire/Group.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { FeeQuote } from '@cambio/wire/order/Quote.ts'
import type { ReactNode } from 'react'
import { unitsOf } from '../../amount/amountTrouble.ts'
import { readableRate } from '../../amount/readableRate.ts'
import { payinTraits } from '../../payin/payinTraits.ts'
import { useWidget } from '../../Widget.ts'
import { Amount } from './Amount.tsx'
import styles from './FeeLines.module.css'

type Quote = FeeQuote & {
  readonly payin_currency: string
  readonly payin_group: Group
  readonly payout_currency: string
}

/**
 * How the pay-in becomes the pay-out, with an explanation of each line. The lines add up to the last digit; a fee of
 * zero has no line, nor has the conversion of a withdrawal in its own coin.
 */
export function FeeLines({ quote }: { quote: Quote }) {
  const { view, writing } = useWidget()
  const { say, ticker } = writing
  const setBy = (field: 'payin_amount' | 'payout_amount') =>
    view.fixed[field] !== undefined && <small> {say('setBy', { partner: view.partner.name })}</small>
  const { payin_currency: payin, payout_currency: payout } = quote
  return (
    <dl className={styles['lines']}>
      <Line
        name={say(payinTraits(quote.payin_group).isFromBalance ? 'amount.fromBalance' : 'fees.payin')}
        aside={setBy('payin_amount')}
        value={<Amount amount={quote.payin_amount} currency={payin} />}
      />
      {isSome(quote.payin_fee) && (
        <Line
          name={say('fees.payinFee')}
          why={say('fees.payinFee.why')}
          value={<Fee amount={quote.payin_fee} currency={payin} />}
        />
      )}
      {isSome(quote.margin_fee) && (
        <Line
          name={say('fees.margin')}
          why={say('fees.margin.why')}
          value={<Fee amount={quote.margin_fee} currency={payin} />}
        />
      )}
      {payin !== payout && (
        <>
          <Line
            name={say('fees.converted')}
            why={say('fees.converted.why')}
            value={<Amount amount={converted(quote)} currency={payin} />}
          />
          <Line
            name={say('fees.rate')}
            why={say('fees.rate.why')}
            value={writing.rate(readableRate(quote), '=')}
          />
        </>
      )}
      {isSome(quote.payout_fee) && (
        <Line
          name={say('fees.payoutFee', { currency: ticker(payout) })}
          why={say('fees.payoutFee.why')}
          value={<Fee amount={quote.payout_fee} currency={payout} />}
        />
      )}
      <Line
        name={say('fees.payout')}
        aside={setBy('payout_amount')}
        value={<Amount amount={quote.payout_amount} currency={payout} />}
        strong
      />
    </dl>
  )
}

function isSome(fee: string): boolean {
  return /[1-9]/.test(fee)
}

function Line({
  name,
  why,
  aside,
  value,
  strong = false,
}: {
  name: string
  /** The explanation, shown on demand. */
  why?: string
  aside?: ReactNode
  value: ReactNode
  strong?: boolean
}) {
  return (
    <div className={styles['line']} data-strong={strong}>
      <dt>
        {why === undefined ? (
          name
        ) : (
          <details className={styles['why']}>
            <summary>{name}</summary>
            <p>{why}</p>
          </details>
        )}
        {aside}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}

/** What comes off. */
function Fee({ amount, currency }: { amount: string; currency: string }) {
  return (
    <bdi dir="ltr">
      −&nbsp;
      <Amount amount={amount} currency={currency} />
    </bdi>
  )
}

/** What is left of the pay-in to convert after its fees. */
function converted({ payin_amount, payin_fee, margin_fee, payin_currency }: Quote): string {
  const units = unitsOf(payin_amount) - unitsOf(payin_fee) - unitsOf(margin_fee)
  return Money.format({ units, currency: payin_currency })
}
