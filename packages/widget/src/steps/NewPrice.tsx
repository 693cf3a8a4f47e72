import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { laterRoutes as routes } from '../api/laterRoutes.ts'
import { Button } from '../ui/Button.tsx'
import { Alert, FailureAlert, Notice } from '../ui/Notice.tsx'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'
import status from './StatusStep.module.css'
import styles from './Step.module.css'

/** Asks whether an order that lost its discount continues at the price without it, or is refunded. */
export function NewPrice({ order }: { order: WidgetOrder }) {
  const { writing, call, views } = useWidget()
  const { say, exact } = writing
  const answer = useAct(async (signal, given: 'accept' | 'refund') => {
    try {
      views.amend(await call(routes.price, { answer: given }, signal))
    } catch (thrown) {
      // The price may have changed by now, or the question may have been answered elsewhere.
      await views.look().catch(() => undefined)
      throw thrown
    }
  })
  const isChanged = answer.failure?.code === 'quote_expired'
  const price = {
    pay: exact(order.payin_amount, order.payin_currency),
    fee: exact(order.margin_fee, order.payin_currency),
    get: exact(order.payout_amount, order.payout_currency),
  }
  return (
    <section className={styles['form']} aria-label={say('newPrice.title')}>
      <div className={status['outcome']}>
        <p className={status['text']}>{say('newPrice.price', price)}</p>
        <p className={status['text']}>{say('newPrice.choice')}</p>
      </div>
      <Alert>{isChanged && <Notice tone="warn">{say('newPrice.changed')}</Notice>}</Alert>
      <FailureAlert failure={isChanged ? null : answer.failure} />
      <Button busy={answer.busy} onPress={() => answer.run('accept')}>
        {say('newPrice.accept')}
      </Button>
      <Button look="secondary" busy={answer.busy} onPress={() => answer.run('refund')}>
        {say('newPrice.refund')}
      </Button>
    </section>
  )
}
