import type { FormEvent } from 'react'
import { saveDraft } from '../api/saveDraft.ts'
import { offered } from '../Choice.ts'
import { stepAfter } from '../steps.ts'
import { AmountPanels } from '../ui/amount/AmountPanels.tsx'
import { Coupon } from '../ui/amount/Coupon.tsx'
import { LimitNote } from '../ui/amount/LimitNote.tsx'
import { PayRows } from '../ui/amount/PayRows.tsx'
import { PriceLine } from '../ui/amount/PriceLine.tsx'
import { Button } from '../ui/Button.tsx'
import { Footer } from '../ui/Footer.tsx'
import { Heading } from '../ui/Heading.tsx'
import { FailureAlert } from '../ui/Notice.tsx'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'
import { useAmounts } from './useAmounts.ts'
import styles from './AmountStep.module.css'

/** The amounts to pay and to get: either side may be typed, and the price follows while typing. */
export function AmountStep() {
  const widget = useWidget()
  const { view, writing, choice, agreeTo, go } = widget
  const { live, following, payin, payout, isTooMuch, failure, mayGoOn, touch } = useAmounts()
  const next = useAct(async (signal) => {
    const step = stepAfter(view, 'amount')
    await saveDraft(widget, step, signal)
    agreeTo(live.quote)
    go(step)
  }, choice)
  const getsCoins = offered(view.offer, 'payout', choice.payout_currency).is_crypto
  const submit = (event: FormEvent) => {
    event.preventDefault()
    touch()
    if (mayGoOn) next.run()
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <Heading>{writing.say(getsCoins ? 'amount.title' : 'amount.titleSell')}</Heading>
      <AmountPanels payin={payin} payout={payout} />
      <PayRows isTooMuch={isTooMuch} />
      <PriceLine live={live} />
      <Coupon />
      {following?.limit && <LimitNote limit={following.limit} terms={following} />}
      {!following && <div className={styles['unknownLimit']} />}
      <FailureAlert failure={next.failure ?? failure} {...(next.failure ? { onRetry: next.run } : {})} />
      <Footer>
        <Button allowed={mayGoOn} busy={next.busy}>
          {writing.say('continue')}
        </Button>
      </Footer>
    </form>
  )
}
