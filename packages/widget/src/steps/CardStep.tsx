import { Heading } from '../ui/Heading.tsx'
import { SignedIn } from '../ui/saved/SignedIn.tsx'
import { useWidget } from '../Widget.ts'
import { PayByCard } from './PayByCard.tsx'
import { PlaceOrder } from './PlaceOrder.tsx'
import styles from './Step.module.css'

/** The payment: the order is placed when the step opens, then the card is asked for. */
export function CardStep() {
  const { view, writing } = useWidget()
  return (
    <div className={styles['form']}>
      <Heading>{writing.say('card.title')}</Heading>
      {view.order ? <PayByCard order={view.order} /> : <PlaceOrder />}
      {view.order && <SignedIn />}
    </div>
  )
}
