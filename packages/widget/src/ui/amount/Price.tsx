import type { LiveQuote } from '../../api/useQuote.ts'
import { payinTraits } from '../../payin/payinTraits.ts'
import { useWidget } from '../../Widget.ts'
import { clockText } from './clockText.ts'
import { FeeLines } from './FeeLines.tsx'
import styles from './Price.module.css'

/**
 * The lines of the price, and how long it is valid. The old price stays in place while the next one is loading. There
 * is none where the typed values allow none.
 */
export function Price({ live }: { live: LiveQuote }) {
  const { say } = useWidget().writing
  const { quote, busy, fresh, leftMs } = live
  if (!fresh && !busy) return null
  return (
    <section className={styles['price']} aria-label={say('fees.title')} aria-busy={busy}>
      <p className={styles['held']}>
        {!fresh
          ? say('fees.updating')
          : payinTraits(quote?.payin_group).isByBank
            ? say('fees.floats')
            : say('fees.held', { time: clockText(leftMs) })}
      </p>
      <div className={styles['lines']} data-stale={!fresh}>
        {quote ? <FeeLines quote={quote} /> : <Bones />}
      </div>
    </section>
  )
}

function Bones() {
  return (
    <div className={styles['bones']} aria-hidden="true">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((line) => (
        <span key={line} />
      ))}
    </div>
  )
}
