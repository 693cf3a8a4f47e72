import * as Currency from '@cambio/wire/Currency.ts'
import styles from './CoinMark.module.css'

/**
 * The sign of a currency or of a way to pay, drawn in `coins.svg`; for a token, with its network. Without a drawing it is
 * the first letter, a currency's in its colour.
 */
export function CoinMark({ code }: { code: string }) {
  const { ticker, network } = Currency.find(code) ?? { ticker: code, network: null }
  const isToken = ticker.startsWith('USD') && network !== null
  return (
    <span className={styles['mark']} data-coin={ticker} aria-hidden="true">
      {ticker.slice(0, 1)}
      <span className={styles['drawing']} data-drawing={ticker} />
      {isToken && (
        <span className={styles['network']}>
          <span className={styles['drawing']} data-drawing={network} />
        </span>
      )}
    </span>
  )
}
