import { useEffect, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { OrderLink } from '../ui/order/OrderLink.tsx'
import { useWidget } from '../Widget.ts'
import styles from '../ui/Dialog.module.css'

/** Asks whether to close the widget while a payment is under way. */
export function ClosingQuestion({ onStay }: { onStay: () => void }) {
  const { host, writing } = useWidget()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby="closing-title"
      onClose={onStay}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id="closing-title" className={styles['title']}>
        {writing.say('closing.title')}
      </h2>
      <p>{writing.say('closing.text')}</p>
      <Button onPress={() => dialog.current?.close()}>{writing.say('closing.stay')}</Button>
      <Button look="secondary" onPress={() => host.send({ kind: 'close' })}>
        {writing.say('closing.leave')}
      </Button>
      <OrderLink />
    </dialog>
  )
}
