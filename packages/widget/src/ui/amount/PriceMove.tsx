import type { WidgetQuote } from '@cambio/wire/order/Quote.ts'
import { hashKey } from '@tanstack/react-query'
import { useState } from 'react'
import { unitsOf } from '../../amount/amountTrouble.ts'
import { quoteRequestOf } from '../../Choice.ts'
import { useWidget } from '../../Widget.ts'
import panel from './AmountPanel.module.css'
import styles from './PriceMove.module.css'

type Side = 'payin' | 'payout'
type Seen = { readonly asked: string; readonly quote: WidgetQuote; readonly before: WidgetQuote | null }

/**
 * Shows, over an amount that follows from the typed one, that the price has moved against the buyer: the digits roll to
 * the new amount, and an arrow stays beside them until the next price. A screen reader reads the new amount once.
 */
export function PriceMove({
  side,
  quote,
  length,
}: {
  side: Side
  quote: WidgetQuote
  /** How small the digits are written. */
  length: string
}) {
  const { writing, choice } = useWidget()
  const asked = hashKey([quoteRequestOf(choice)])
  const [seen, setSeen] = useState<Seen>({ asked, quote, before: null })
  if (seen.quote !== quote) {
    const isAgainst = seen.asked === asked && isWorse(side, seen.quote, quote)
    setSeen({ asked, quote, before: isAgainst ? seen.quote : null })
  }
  const before = seen.asked === asked ? seen.before : null
  if (choice.exact === side) return null
  const currency = choice[`${side}_currency`]
  const amountIn = (of: WidgetQuote) => of[`${side}_amount`]
  const name = writing.say(side === 'payin' ? 'amount.pay' : 'amount.get')
  return (
    <>
      <output className={styles['spoken']}>
        {before && `${name}: ${writing.amount(amountIn(quote), currency)}`}
      </output>
      {before && (
        <span
          key={amountIn(quote)}
          className={`${panel['amount']} ${styles['move']}`}
          data-length={length}
          data-up={side === 'payin'}
          aria-hidden="true"
        >
          <Digits
            before={writing.computed(amountIn(before), currency)}
            now={writing.computed(amountIn(quote), currency)}
          />
          <span className={styles['arrow']}>{side === 'payin' ? '▲' : '▼'}</span>
        </span>
      )}
    </>
  )
}

/** Each changed digit rolls; if their number changes, all do. */
function Digits({ before, now }: { before: string; now: string }) {
  const isAligned = before.length === now.length
  return (
    <bdi dir="ltr" className={styles['digits']}>
      {Array.from(now, (digit, place) =>
        isAligned && before[place] === digit ? (
          <span key={place}>{digit}</span>
        ) : (
          <span key={place} className={styles['digit']} data-before={before[place] ?? ''}>
            <span>{digit}</span>
          </span>
        ),
      )}
    </bdi>
  )
}

/** Whether a buyer gets less or pays more. */
function isWorse(side: Side, before: WidgetQuote, now: WidgetQuote): boolean {
  return side === 'payin'
    ? unitsOf(now.payin_amount) > unitsOf(before.payin_amount)
    : unitsOf(now.payout_amount) < unitsOf(before.payout_amount)
}
