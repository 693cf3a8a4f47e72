import type { Bounds, WidgetQuote } from '@cambio/wire/order/Quote.ts'
import type { OfferedCurrency } from '@cambio/wire/widget/Widget.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { AmountTrouble } from '../../amount/amountTrouble.ts'
import { laterSteps } from '../../parts/laterSteps.ts'
import { payinTraits } from '../../payin/payinTraits.ts'
import { useWidget } from '../../Widget.ts'
import type { Writing } from '../../Writing.ts'
import { Button } from '../Button.tsx'
import { CurrencyChoice } from './CurrencyChoice.tsx'
import { QuickAmounts } from './QuickAmounts.tsx'
import styles from './AmountPanel.module.css'

const words = {
  payin: { amount: 'amount.pay', currency: 'amount.payCurrency' },
  payout: { amount: 'amount.get', currency: 'amount.getCurrency' },
} as const

/** One side of the exchange: an amount and its currency, each a field unless the partner fixed it. */
export function AmountPanel({
  side,
  value,
  currency,
  currencies,
  busy,
  amountFixed,
  quote,
  bounds,
  trouble,
  onAmount,
  onCurrency,
}: {
  side: 'payin' | 'payout'
  value: string
  currency: string
  currencies: readonly OfferedCurrency[]
  busy: boolean
  amountFixed: boolean
  /** The price of the other side; null while there is none. */
  quote: WidgetQuote | null
  /** What may be paid here, once it is known. */
  bounds: Bounds | null
  trouble: AmountTrouble | null
  onAmount: (amount: string) => void
  onCurrency: (code: string) => void
}) {
  const { writing, view, choice } = useWidget()
  const id = useId()
  const { say } = writing
  const { isFromBalance } = payinTraits(choice.payin_group)
  const label = say(side === 'payin' && isFromBalance ? 'amount.fromBalance' : words[side].amount)
  const fixedHere = view.fixed[`${side}_amount`] !== undefined
  const currencyFixed = view.fixed[`${side}_currency`] !== undefined
  // Both sides of a withdrawal may have one coin: the partner is named at the first.
  const isMarkedAbove =
    side === 'payout' && currency === choice.payin_currency && view.fixed['payin_currency'] !== undefined
  const isCoinMarked = currencyFixed && !isMarkedAbove
  const setBy = <span className={styles['note']}>{say('setBy', { partner: view.partner.name })}</span>
  const { data } = useQuery({ ...laterSteps, enabled: false })
  const wrong = trouble !== null && trouble.key !== null
  return (
    <div className={styles['panel']} data-wrong={wrong}>
      <div className={styles['head']}>
        {amountFixed ? (
          <span className={styles['label']}>{label}</span>
        ) : (
          <label className={styles['label']} htmlFor={id}>
            {label}
          </label>
        )}
        {side === 'payin' && !amountFixed && (
          <QuickAmounts currency={currency} value={value} bounds={bounds} onAmount={onAmount} />
        )}
      </div>
      <div className={styles['row']}>
        <div className={styles['entry']}>
          {data && quote && <data.PriceMove side={side} quote={quote} length={lengthOf(value)} />}
          {amountFixed ? (
            <output className={styles['amount']} data-length={lengthOf(value)} aria-busy={busy}>
              {value || (busy ? '…' : '–')}
            </output>
          ) : (
            <input
              id={id}
              className={styles['amount']}
              data-length={lengthOf(value)}
              name={`${side}_amount`}
              inputMode="decimal"
              enterKeyHint="go"
              autoComplete="off"
              placeholder="0"
              maxLength={48}
              value={value}
              aria-busy={busy}
              aria-invalid={wrong}
              aria-describedby={`${id}-error`}
              onChange={(event) => onAmount(event.target.value)}
            />
          )}
        </div>
        <div className={styles['currency']}>
          <CurrencyChoice
            name={say(words[side].currency)}
            code={currency}
            currencies={currencyFixed ? [] : currencies}
            onChoose={onCurrency}
          />
          {isCoinMarked && setBy}
        </div>
      </div>
      {fixedHere && !isCoinMarked && setBy}
      <span className={styles['error']} id={`${id}-error`} aria-live="polite">
        {trouble && wrong && (
          <Trouble trouble={trouble} currency={currency} writing={writing} onUse={onAmount} />
        )}
      </span>
    </div>
  )
}

/** How small the digits have to be to fit. */
function lengthOf(value: string): 'short' | 'long' | 'longest' {
  if (value.length <= 9) return 'short'
  return value.length <= 12 ? 'long' : 'longest'
}

function Trouble({
  trouble,
  currency,
  writing,
  onUse,
}: {
  trouble: AmountTrouble
  currency: string
  writing: Writing
  onUse: (amount: string) => void
}) {
  const { say } = writing
  switch (trouble.key) {
    case null:
      return null
    case 'amount.empty':
    case 'amount.invalid':
      return say(trouble.key)
    case 'amount.precision':
      return trouble.decimals === 0
        ? say('amount.whole', { currency: writing.ticker(currency) })
        : say('amount.precision', {
            currency: writing.ticker(currency),
            decimals: String(trouble.decimals),
          })
    case 'amount.ambiguous':
      return (
        <>
          {say('amount.ambiguous')}
          {trouble.choices.map((amount) => (
            <Button key={amount} look="quiet" onPress={() => onUse(writing.typed(amount))}>
              {writing.exact(amount, currency)}
            </Button>
          ))}
        </>
      )
    case 'amount.low':
    case 'amount.high':
    case 'amount.lowGet':
    case 'amount.highGet': {
      const low = trouble.key === 'amount.low' || trouble.key === 'amount.lowGet'
      return (
        <>
          {say(trouble.key, { amount: writing.amount(trouble.nearest, currency) })}{' '}
          <Button look="quiet" onPress={() => onUse(writing.typed(trouble.nearest))}>
            {say(low ? 'amount.useMinimum' : 'amount.useMaximum')}
          </Button>
        </>
      )
    }
  }
}
