import type { OrderTerms } from '@cambio/wire/widget/Widget.ts'
import { useEffect } from 'react'
import { useQuote } from '../../api/useQuote.ts'
import { quoteRequestOf } from '../../Choice.ts'
import { stages } from '../../steps.ts'
import { useWidget } from '../../Widget.ts'
import { FeeLines } from '../amount/FeeLines.tsx'
import { LimitNote } from '../amount/LimitNote.tsx'
import { Price } from '../amount/Price.tsx'
import { Destination } from '../coins/Destination.tsx'
import { FailureAlert } from '../Notice.tsx'
import styles from './OrderSummary.module.css'

/**
 * The cost and the destination of a purchase, for a buyer who was not asked for any of it: to be read before they are
 * asked to identify themselves.
 */
export function Terms() {
  const { view } = useWidget()
  const terms = view.order ?? view.order_state?.terms
  if (terms) return <Ordered terms={terms} />
  return view.order_state || !areTermsSet(view) ? null : <Quoted />
}

/** Whether the buyer cannot choose what is paid, so that its price is shown on the first screen. */
export function areTermsSet(view: Parameters<typeof stages>[0]): boolean {
  return !stages(view).includes('amount')
}

function Ordered({ terms }: { terms: OrderTerms }) {
  const { say } = useWidget().writing
  return (
    <div className={styles['summary']}>
      <section aria-label={say('fees.title')}>
        <FeeLines quote={terms} />
      </section>
      {terms.dst_address !== null && (
        <Destination currency={terms.payout_currency} address={terms.dst_address} memo={terms.memo} />
      )}
    </div>
  )
}

/** The current price. By continuing, the buyer agrees to the last one shown. */
function Quoted() {
  const { view, choice, agreeTo } = useWidget()
  const live = useQuote(quoteRequestOf(choice))
  const { quote, fresh } = live
  useEffect(() => {
    if (fresh) agreeTo(quote)
  }, [fresh, quote, agreeTo])
  const address = view.fixed['dst_address'] ?? choice.dst_address
  return (
    <>
      <div className={styles['summary']}>
        <Price live={live} />
        {address !== '' && (
          <Destination currency={choice.payout_currency} address={address} memo={choice.memo || null} />
        )}
      </div>
      {quote?.limit && <LimitNote limit={quote.limit} terms={quote} />}
      <FailureAlert failure={live.failure} />
    </>
  )
}
