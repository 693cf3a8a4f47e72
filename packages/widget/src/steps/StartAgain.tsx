import { Button } from '../ui/Button.tsx'
import { useWidget } from '../Widget.ts'
import styles from './Step.module.css'

/** Leaves an order that is not what the buyer meant. It stays unpaid, since it cannot be changed. */
export function StartAgain() {
  const { view, host, writing } = useWidget()
  const { say } = writing
  const [shop] = view.partner.origins
  return (
    <p className={styles['note']}>
      {say('card.wrong')}{' '}
      {host.closable() ? (
        <Button look="quiet" onPress={() => host.send({ kind: 'close' })}>
          {say('card.startAgain')}
        </Button>
      ) : (
        shop && (
          <a href={shop} target="_top" rel="noreferrer">
            {say('card.startAgain')}
          </a>
        )
      )}
    </p>
  )
}
