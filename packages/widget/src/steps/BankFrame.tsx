import { useEffect, useEffectEvent, useRef } from 'react'
import { bankMessage } from '../view/bankMessage.ts'
import { useWidget } from '../Widget.ts'
import styles from './BankFrame.module.css'

/** A page that has not loaded by then will not load; the end of a bank's page may have been missed by then. */
const missingMs = 12_000
const slowMs = 15_000

/** The bank's page, inside our own page that leads there and back. */
export function BankFrame({
  src,
  onMissing,
  onSlow,
}: {
  src: string
  onMissing: () => void
  onSlow: () => void
}) {
  const { writing, views } = useWidget()
  const frame = useRef<HTMLIFrameElement>(null)
  const missing = useEffectEvent(onMissing)
  const slow = useEffectEvent(onSlow)
  useEffect(() => {
    const missingTimer = setTimeout(() => missing(), missingMs)
    const late = setTimeout(() => slow(), slowMs)
    const onMessage = (event: MessageEvent<unknown>) => {
      const message = bankMessage(event, frame.current?.contentWindow ?? null, window.location.origin)
      if (message === 'there') clearTimeout(missingTimer)
      if (message === 'done') views.refresh()
    }
    window.addEventListener('message', onMessage)
    return () => {
      clearTimeout(missingTimer)
      clearTimeout(late)
      window.removeEventListener('message', onMessage)
    }
  }, [views])
  return (
    <iframe
      ref={frame}
      className={styles['frame']}
      src={src}
      title={writing.say('challenge.frame')}
      allow="publickey-credentials-get *; payment *"
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
    />
  )
}
