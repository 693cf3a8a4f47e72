import { useEffect, useRef, useState } from 'react'
import { Button } from './ui/Button.tsx'
import { OrderLink } from './ui/OrderLink.tsx'
import styles from './ui/Dialog.module.css'
import { useWidget } from './Widget.ts'

/**
 * Answers the page that wants to close the widget, and Escape: at once, or after a word when a payment is under way. The
 * question goes away with the payment that it asks about.
 */
export function Closing({ underWay }: { underWay: boolean }) {
  const { host, writing } = useWidget()
  const [asking, setAsking] = useState(false)
  if (asking && !underWay) setAsking(false)
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const requestClose = () => (underWay ? setAsking(true) : host.send({ kind: 'close' }))
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !host.closable()) return
      // Else the browser would close the question with the very key press that opened it.
      event.preventDefault()
      requestClose()
    }
    window.addEventListener('keydown', onKey)
    const stop = host.subscribe((message) => {
      if (message.kind === 'close') requestClose()
    })
    return () => {
      window.removeEventListener('keydown', onKey)
      stop()
    }
  }, [host, underWay])
  useEffect(() => {
    if (asking) dialog.current?.showModal()
    else dialog.current?.close()
  }, [asking])

  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby="closing-title"
      onClose={() => setAsking(false)}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id="closing-title" className={styles['title']}>
        {writing.say('closing.title')}
      </h2>
      <p>{writing.say('closing.text')}</p>
      <Button onPress={() => setAsking(false)}>{writing.say('closing.stay')}</Button>
      <Button look="secondary" onPress={() => host.send({ kind: 'close' })}>
        {writing.say('closing.leave')}
      </Button>
      <OrderLink />
    </dialog>
  )
}
