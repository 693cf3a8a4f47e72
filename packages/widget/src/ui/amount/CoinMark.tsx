import * as Currency from '@cambio/wire/Currency.ts'
// Our own drawings of the catalogue's currencies, loaded after the screen that shows them.
import drawings from '../coins.svg'
import styles from './CoinMark.module.css'

/**
 * The sign of a currency; for a token, with its network. Until its drawing is loaded, and for a currency without one,
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
