import type { OfferedCurrency } from '@cambio/wire/widget/Widget.ts'
import { popularFirst } from '../../view/popularFirst.ts'
import { useWidget } from '../../Widget.ts'
import { Picker } from '../picker/Picker.tsx'
import { CoinMark } from './CoinMark.tsx'
import styles from './CurrencyChoice.module.css'

/** The currency of one side, chosen from a list; without a list it is fixed and shown as text. */
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
        <CoinMark code={code} /> <Name code={code} />
      </span>
    )
  const options = popularFirst(currencies).map(({ currency, title, isPopular }) => ({
    value: currency,
    name: writing.currency(currency),
    shown: <Name code={currency} />,
    detail: title,
    isPopular,
    mark: <CoinMark code={currency} />,
  }))
  return <Picker name={name} value={code} options={options} onChoose={onChoose} />
}

/** The mark that ends the inserted part of a message, among words from right to left. */
const closingMark = '\u2069'

/** `USDT on Tron` with its network in a small line below. */
function Name({ code }: { code: string }) {
  const { writing } = useWidget()
  const name = writing.currency(code)
  const ticker = writing.ticker(code)
  const [before = '', after = ''] = name.split(ticker, 2)
  const rest = after.startsWith(closingMark) ? after.slice(1) : after
  if (/\w/.test(before) || rest === '') return name
  return (
    <span className={styles['name']}>
      <span>{ticker}</span>
      <small>{rest}</small>
    </span>
  )
}
