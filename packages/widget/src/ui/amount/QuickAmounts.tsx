import type { Bounds } from '@cambio/wire/order/Quote.ts'
import { quickAmounts } from '../../amount/quickAmounts.ts'
import { payinTraits } from '../../payin/payinTraits.ts'
import { useWidget } from '../../Widget.ts'
import styles from './AmountPanel.module.css'

/** Round amounts to choose by one press, as far as they can be paid here; for a balance, also all of it. */
export function QuickAmounts({
  currency,
  value,
  bounds,
  onAmount,
}: {
  currency: string
  value: string
  bounds: Bounds | null
  onAmount: (amount: string) => void
}) {
  const { view, choice, writing } = useWidget()
  const has = payinTraits(choice.payin_group).isFromBalance
    ? view.buyer?.balances.find((balance) => balance.currency === currency)?.amount
    : undefined
  const { payin_min_amount: least = '0', payin_max_amount: most = 'Infinity' } = bounds ?? {}
  const amounts = quickAmounts(currency).filter(
    (amount) => Number(amount) >= Number(least) && Number(amount) <= Number(has ?? most),
  )
  return (
    <span className={styles['quick']}>
      {amounts.map((amount) => (
        <button
          key={amount}
          type="button"
          aria-label={writing.exact(amount, currency)}
          aria-pressed={value === writing.typed(amount)}
          onClick={() => onAmount(writing.typed(amount))}
        >
          {writing.number(amount)}
        </button>
      ))}
      {has !== undefined && (
        <button
          type="button"
          aria-label={`${writing.say('amount.all')} ${writing.exact(has, currency)}`}
          aria-pressed={value === writing.typed(has)}
          onClick={() => onAmount(writing.typed(has))}
        >
          {writing.say('amount.all')}
        </button>
      )}
    </span>
  )
}
