import { useState, type FormEvent } from 'react'
import { amountTrouble } from '../amount/amountTrouble.ts'
import { isBeyondBalance } from '../beyondBalance.ts'
import { quoteRequestOf, buyable, getCurrency, offered, payWithCurrency } from '../Choice.ts'
import { saveDraft } from '../saveDraft.ts'
import { stepAfter } from '../steps.ts'
import { AmountPanel } from '../ui/AmountPanel.tsx'
import { Button } from '../ui/Button.tsx'
import { Coupon } from '../ui/Coupon.tsx'
import { Footer } from '../ui/Footer.tsx'
import { Heading } from '../ui/Heading.tsx'
import { LimitNote } from '../ui/LimitNote.tsx'
import { FailureAlert } from '../ui/Notice.tsx'
import { PayRows } from '../ui/PayRows.tsx'
import { PriceLine } from '../ui/PriceLine.tsx'
import { useAct } from '../useAct.ts'
import { useQuote } from '../useQuote.ts'
import { useWidget } from '../Widget.ts'
import styles from './AmountStep.module.css'

/** What to pay and what to get: either side may be typed, the price follows while typing. */
export function AmountStep() {
  const widget = useWidget()
  const { view, writing, choice, choose, agreeTo, go } = widget
  const { fixed, offer } = view
  const live = useQuote(quoteRequestOf(choice))
  const trouble = amountTrouble(choice, live.bounds)
  const [touched, setTouched] = useState(false)
  const next = useAct(async (signal) => {
    const step = stepAfter(view, 'amount')
    await saveDraft(widget, step, signal)
    agreeTo(live.quote)
    go(step)
  }, choice)

  const following = live.quote && live.failure === null && trouble.amount !== null ? live.quote : null
  const isTooMuch = isBeyondBalance(view, following)
  const mayGoOn = live.fresh && trouble.amount !== null && !isTooMuch
  // What came from the wire is written as its reader writes; what they typed stays as they typed it.
  const typed = touched ? choice.amount : writing.plain(choice.amount)
  const shown = (side: 'payin' | 'payout') =>
    side === choice.exact
      ? typed
      : following
        ? writing.computed(following[`${side}_amount`], choice[`${side}_currency`])
        : ''
  const type = (side: 'payin' | 'payout') => (amount: string) => {
    setTouched(true)
    choose({ ...choice, exact: side, amount, marks: writing.marks })
  }
  const shownTrouble = touched || choice.amount !== '' ? trouble : null
  const getsCoins = offered(offer, 'payout', choice.payout_currency).is_crypto
  const amountFixed = fixed['payin_amount'] !== undefined || fixed['payout_amount'] !== undefined
  const panel = (side: 'payin' | 'payout') => ({
    side,
    currency: choice[`${side}_currency`],
    value: shown(side),
    busy: side !== choice.exact && live.busy,
    amountFixed,
    bounds: live.bounds,
    onAmount: type(side),
    trouble: side === choice.exact ? shownTrouble : null,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    if (mayGoOn) next.run()
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <Heading>{writing.say(getsCoins ? 'amount.title' : 'amount.titleSell')}</Heading>
      <div className={styles['panels']}>
        <AmountPanel
          {...panel('payin')}
          currencies={offer.payin}
          onCurrency={(code) => choose(payWithCurrency(choice, offer, code))}
        />
        <Becomes />
        <AmountPanel
          {...panel('payout')}
          currencies={buyable(offer, {
            payin: offered(offer, 'payin', choice.payin_currency),
            payin_group: choice.payin_group,
          })}
          onCurrency={(code) => choose(getCurrency(choice, offer, code))}
        />
      </div>
      <PayRows isTooMuch={isTooMuch} />
      <PriceLine live={live} />
      <Coupon />
      {following?.limit && <LimitNote limit={following.limit} terms={following} />}
      <FailureAlert
        failure={next.failure ?? (trouble.key ? null : live.failure)}
        {...(next.failure ? { onRetry: next.run } : {})}
      />
      <Footer>
        <Button allowed={mayGoOn} busy={next.busy}>
          {writing.say('continue')}
        </Button>
      </Footer>
    </form>
  )
}

function Becomes() {
  return (
    <span className={styles['becomes']} aria-hidden="true">
      <svg viewBox="0 0 14 14" fill="none">
        <path
          d="M7 2v10m4-4-4 4-4-4"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </span>
  )
}
