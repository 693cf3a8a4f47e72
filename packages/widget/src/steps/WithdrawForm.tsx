import { useState, type FormEvent } from 'react'
import { refusedFor, typingTrouble } from '../address/destinationTrouble.ts'
import { failureOf } from '../api/Failure.ts'
import { laterRoutes as routes } from '../api/laterRoutes.ts'
import { AmountPanels } from '../ui/amount/AmountPanels.tsx'
import { PayRows } from '../ui/amount/PayRows.tsx'
import { PriceLine } from '../ui/amount/PriceLine.tsx'
import { Button } from '../ui/Button.tsx'
import { DestinationFields } from '../ui/coins/DestinationFields.tsx'
import { Footer } from '../ui/Footer.tsx'
import { Heading } from '../ui/Heading.tsx'
import { FailureAlert } from '../ui/Notice.tsx'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'
import { checkDestination } from './checkDestination.ts'
import { useAmounts } from './useAmounts.ts'
import { placementOf } from './usePlacing.ts'
import styles from './Step.module.css'

/** The amount and the destination of a withdrawal. Continue places the order that its code confirms. */
export function WithdrawForm() {
  const { view, writing, choice, call, views } = useWidget()
  const { say } = writing
  const amounts = useAmounts()
  const { live, mayGoOn } = amounts
  const [tried, setTried] = useState(false)
  const isFixed = view.fixed['dst_address'] !== undefined
  const place = useAct(async (signal) => {
    if (!isFixed) await checkDestination(call, choice, signal)
    if (!live.quote) return
    try {
      views.amend(await call(routes.place, placementOf(live.quote, choice, view)))
    } catch (thrown) {
      // The order may exist already, placed by this call or in another tab: then the view shows it.
      const { unsure, overtaken } = failureOf(thrown)
      if (unsure || overtaken) views.refresh()
      throw thrown
    }
  }, choice)
  const typed = isFixed ? null : typingTrouble(choice.dst_address)
  const trouble = tried ? (typed ?? refusedFor(place.failure)) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    amounts.touch()
    setTried(true)
    if (mayGoOn && typed === null) place.run()
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <Heading>{say('withdraw.title')}</Heading>
      <p className={styles['intro']}>{say('withdraw.intro')}</p>
      <AmountPanels payin={amounts.payin} payout={amounts.payout} />
      <PayRows isTooMuch={amounts.isTooMuch} />
      <PriceLine live={live} />
      <DestinationFields trouble={trouble} />
      <FailureAlert failure={trouble ? null : (place.failure ?? amounts.failure)} onRetry={place.run} />
      <Footer>
        <Button allowed={mayGoOn} busy={place.busy}>
          {say('continue')}
        </Button>
      </Footer>
    </form>
  )
}
