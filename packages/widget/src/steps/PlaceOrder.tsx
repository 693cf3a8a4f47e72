import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outline } from '../parts/Loading.tsx'
import { otherWays } from '../parts/otherWays.ts'
import { payinTraits } from '../payin/payinTraits.ts'
import { FeeLines } from '../ui/amount/FeeLines.tsx'
import { Button } from '../ui/Button.tsx'
import { Alert, FailureAlert, Notice } from '../ui/Notice.tsx'
import { useWidget } from '../Widget.ts'
import { usePlacing } from './usePlacing.ts'
import styles from './Step.module.css'

/** Places the order at the price that the buyer saw; if the price got worse meanwhile, the buyer is asked first. */
export function PlaceOrder() {
  const { writing, go } = useWidget()
  const { say, exact } = writing
  const { placing, retry, accept } = usePlacing()
  useOtherWays()

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

/** Fetches the ways to pay other than by card while the order is placed. */
function useOtherWays(): void {
  const { isByCard } = payinTraits(useWidget().choice.payin_group)
  const queries = useQueryClient()
  useEffect(() => {
    if (!isByCard) void queries.prefetchQuery(otherWays)
  }, [isByCard, queries])
}
