import styles from './CoinMark.module.css'

/** A sign and a hue for the currencies people know by sight; any other is its first letter on grey. */
const marks: Readonly<Record<string, { sign: string; hue: string }>> = {
  EUR: { sign: '€', hue: 'blue' },
  USD: { sign: '$', hue: 'green' },
  GBP: { sign: '£', hue: 'violet' },
  JPY: { sign: '¥', hue: 'red' },
  BTC: { sign: '₿', hue: 'orange' },
  ETH: { sign: 'Ξ', hue: 'violet' },
  LTC: { sign: 'Ł', hue: 'blue' },
  USDT20: { sign: '₮', hue: 'green' },
  USDTTRC20: { sign: '₮', hue: 'green' },
  USDC: { sign: '$', hue: 'blue' },
}

export function CoinMark({ code }: { code: string }) {
  const { sign, hue } = marks[code] ?? { sign: code.slice(0, 1), hue: 'grey' }
  return (
    <span className={styles['mark']} data-hue={hue} aria-hidden="true">
      {sign}
    </span>
  )
}
