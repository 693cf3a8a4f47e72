import type { OfferedCurrency } from '@cambio/wire/Widget.ts'
import { Chevron } from './Chevron.tsx'
import { CoinMark } from './CoinMark.tsx'
import { useWidget } from '../Widget.ts'
import styles from './CurrencyChoice.module.css'

/** The currency of one side, to choose from a list; without a list it is fixed and stands as text. */
export function CurrencyChoice({
  name,
  code,
  currencies,
  onChoose,
}: {
  name: string
  code: string
  currencies: readonly OfferedCurrency[]
  onChoose: (code: string) => void
}) {
  const { writing } = useWidget()
  if (currencies.length === 0)
    return (
      <span className={styles['currency']}>
        <CoinMark code={code} /> {writing.currency(code)}
      </span>
    )
  return (
    <span className={styles['currency']} data-choice="">
      <CoinMark code={code} />
      <select
        className={styles['select']}
        aria-label={name}
        value={code}
        onChange={(event) => onChoose(event.target.value)}
      >
        {currencies.map(({ currency }) => (
          <option key={currency} value={currency}>
            {writing.currency(currency)}
          </option>
        ))}
      </select>
      <Chevron className={styles['chevron']} />
    </span>
  )
}
