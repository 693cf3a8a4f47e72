import type { WidgetQuote } from '@cambio/wire/order/Quote.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { feesOf } from '../../amount/feesOf.ts'
import { readableRate } from '../../amount/readableRate.ts'
import type { LiveQuote } from '../../api/useQuote.ts'
import { laterSteps } from '../../parts/laterSteps.ts'
import { NotLoaded } from '../../parts/NotLoaded.tsx'
import { payinTraits } from '../../payin/payinTraits.ts'
import { useWidget } from '../../Widget.ts'
import type { Writing } from '../../Writing.ts'
import { Chevron } from '../Chevron.tsx'
import { clockText } from './clockText.ts'
import styles from './Price.module.css'

/** The price in one line, which opens its details. The old price stays in place while the next one is loading. */
export function PriceLine({ live }: { live: LiveQuote }) {
  const { writing } = useWidget()
  const { say } = writing
  const [isOpen, setOpen] = useState(false)
  const { data, isError, refetch } = useQuery({ ...laterSteps, enabled: isOpen })
  const { quote, busy, fresh, leftMs } = live
  // Its place is reserved, so that it moves nothing when it appears.
  if (!fresh && !busy) return <div className={styles['place']} />
  return (
    <section className={styles['price']} aria-label={say('fees.title')} aria-busy={busy}>
      <details className={styles['more']} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles['summary']}>
          <span>{quote && fresh ? shortly(quote, leftMs, writing) : say('fees.updating')}</span>
          <Chevron />
        </summary>
        {quote && data && writing.whole && (
          <div data-stale={!fresh}>
            <data.FeeLines quote={quote} />
          </div>
        )}
        {isError && <NotLoaded again={async () => (await refetch()).isSuccess} />}
      </details>
    </section>
  )
}

/** `1 ETH ≈ 2,761.19 EUR · fees 4.92 EUR · 0:58` */
function shortly(quote: WidgetQuote, leftMs: number, { say, amount, rate }: Writing): string {
  const read = readableRate(quote)
  const fees = feesOf(quote)
  const parts = [
    // A withdrawal of the same currency has no rate.
    read.unit === read.currency ? null : rate(read, '≈'),
    /[1-9]/.test(fees) ? say('fees.sum', { amount: amount(fees, quote.payin_currency) }) : null,
    payinTraits(quote.payin_group).isByBank ? say('fees.floatsShort') : clockText(leftMs),
  ]
  return parts.filter((part) => part !== null).join(' · ')
}
