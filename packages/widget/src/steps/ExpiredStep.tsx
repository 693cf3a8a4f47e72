import { useReturn } from '../frame/useReturn.ts'
import { Button } from '../ui/Button.tsx'
import { Heading } from '../ui/Heading.tsx'
import { StatusMark } from '../ui/order/StatusMark.tsx'
import { useWidget } from '../Widget.ts'
import styles from './StatusStep.module.css'

/** A request that can no longer be used, and the way to a new one. */
export function ExpiredStep() {
  const { say } = useWidget().writing
  const back = useReturn()
  return (
    <div className={styles['status']}>
      <StatusMark tone="bad" />
      <div className={styles['outcome']}>
        <Heading>{say('expired.title')}</Heading>
        <p className={styles['text']}>{say('expired.text')}</p>
      </div>
      <div className={styles['actions']}>
        {back && <Button onPress={back}>{say('card.startAgain')}</Button>}
      </div>
    </div>
  )
}
