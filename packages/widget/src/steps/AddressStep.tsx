import * as Currency from '@cambio/wire/Currency.ts'
import { useState, type FormEvent } from 'react'
import { refusedFor, typingTrouble } from '../address/destinationTrouble.ts'
import { saveDraft } from '../api/saveDraft.ts'
import { stepAfter } from '../steps.ts'
import { Button } from '../ui/Button.tsx'
import { DestinationFields } from '../ui/coins/DestinationFields.tsx'
import { Footer } from '../ui/Footer.tsx'
import { Heading } from '../ui/Heading.tsx'
import { FailureAlert } from '../ui/Notice.tsx'
import { OrderBar } from '../ui/order/OrderBar.tsx'
import { SavedWallets } from '../ui/saved/SavedWallets.tsx'
import { SignedIn } from '../ui/saved/SignedIn.tsx'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'
import { networkKey } from '../Writing.ts'
import { checkDestination } from './checkDestination.ts'
import styles from './Step.module.css'

/** The destination of the coins or the money. The server checks it before anything is paid. */
export function AddressStep() {
  const widget = useWidget()
  const { view, writing, choice, call, go } = widget
  const { say } = writing
  const [tried, setTried] = useState(false)
  const network = Currency.find(choice.payout_currency)?.network
  const next = useAct(async (signal) => {
    await checkDestination(call, choice, signal)
    const step = stepAfter(view, 'address')
    await saveDraft(widget, step, signal)
    go(step)
  }, choice)
  const { failure } = next
  const trouble = tried ? (typingTrouble(choice.dst_address) ?? refusedFor(failure)) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (typingTrouble(choice.dst_address) === null) next.run()
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <OrderBar isRefused={trouble !== null} />
      <Heading opensKeyboard>{say('address.title')}</Heading>
      <p className={styles['intro']}>
        {choice.payout_group === 'sepa'
          ? say('address.ibanHint', { currency: writing.ticker(choice.payout_currency) })
          : say('address.networkHint', {
              network: network ? say(networkKey(network)) : '',
              currency: writing.ticker(choice.payout_currency),
            })}
      </p>
      <DestinationFields trouble={trouble} />
      <SavedWallets />
      <FailureAlert failure={trouble ? null : failure} onRetry={next.run} />
      <Footer>
        <Button busy={next.busy}>{say('continue')}</Button>
      </Footer>
      <SignedIn />
    </form>
  )
}
