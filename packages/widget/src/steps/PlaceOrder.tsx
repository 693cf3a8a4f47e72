import { Outline } from '../parts/Loading.tsx'
import { FeeLines } from '../ui/amount/FeeLines.tsx'
import { Button } from '../ui/Button.tsx'
import { Alert, FailureAlert, Notice } from '../ui/Notice.tsx'
import { useWidget } from '../Widget.ts'
import { usePlacing } from './usePlacing.ts'
import styles from './Step.module.css'

/** Places the order at the price the buyer saw; a price that got worse in the meantime is asked about first. */
export function PlaceOrder() {
  const { writing, go } = useWidget()
  const { say, exact } = writing
  const { placing, retry, accept } = usePlacing()

  if (placing.is === 'failed') return <FailureAlert failure={placing.failure} onRetry={retry} />
  if (placing.is === 'working')
    return (
      <>
        <FailureAlert failure={null} />
        <Outline writing={writing} />
      </>
    )
  const { quote, before } = placing
  return (
    <>
      <Alert>
        <Notice tone="warn" title={say('card.changed')}>
          <p>
            {say('card.changedText', {
              pay: exact(quote.payin_amount, quote.payin_currency),
              get: exact(quote.payout_amount, quote.payout_currency),
              payBefore: exact(before.payin_amount, before.payin_currency),
              getBefore: exact(before.payout_amount, before.payout_currency),
            })}
          </p>
        </Notice>
      </Alert>
      <div className={styles['box']}>
        <FeeLines quote={quote} />
      </div>
      <Button onPress={() => accept(quote)}>{say('continue')}</Button>
      <Button look="secondary" onPress={() => go('amount')}>
        {say('back')}
      </Button>
    </>
  )
}
