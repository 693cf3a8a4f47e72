import { useReturn } from '../frame/useReturn.ts'
import { Button } from '../ui/Button.tsx'
import { Heading } from '../ui/Heading.tsx'
import { useWidget } from '../Widget.ts'
import styles from './Step.module.css'

export function ExpiredStep() {
  const { say } = useWidget().writing
  const back = useReturn()
  return (
    <div className={styles['form']}>
      <Heading>{say('expired.title')}</Heading>
      <p className={styles['intro']}>{say('expired.text')}</p>
      {back && <Button onPress={back}>{say('done')}</Button>}
    </div>
  )
}
