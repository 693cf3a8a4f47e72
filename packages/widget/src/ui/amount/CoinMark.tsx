import * as Currency from '@cambio/wire/Currency.ts'
// Our own drawings of what the catalogue has, which come once the screen that shows them is there.
import drawings from '../coins.svg'
import styles from './CoinMark.module.css'

/**
 * A currency at a glance; of a token, its network as well. Until its drawing is there, and for a currency that has none,
 * it is the first letter in the currency's colour.
 */
export function CoinMark({ code }: { code: string }) {
  const { ticker, network } = Currency.find(code) ?? { ticker: code, network: null }
  const isToken = ticker.startsWith('USD') && network !== null
  return (
    <span className={styles['mark']} data-coin={ticker} aria-hidden="true">
      {ticker.slice(0, 1)}
      <Drawing of={ticker} />
      {isToken && (
        <span className={styles['network']}>
          <Drawing of={network} />
        </span>
      )}
    </span>
  )
}

function Drawing({ of }: { of: string }) {
  return (
    <svg>
      <use href={`${drawings}#${of}`} />
    </svg>
  )
}
