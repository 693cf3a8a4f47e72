import type { MouseEvent, ReactNode } from 'react'
import styles from './Button.module.css'

type Look = 'primary' | 'secondary' | 'small' | 'quiet'

/**
 * A button. While it is busy or not allowed it keeps its place in the tab order and its focus, and does nothing.
 * Without `onPress` it submits its form.
 */
export function Button({
  look = 'primary',
  busy = false,
  allowed = true,
  name = null,
  isOpen,
  onPress,
  children,
}: {
  look?: Look
  busy?: boolean
  allowed?: boolean
  /** Its accessible name, where its text alone says too little; the name begins or ends with the text. */
  name?: string | null
  /** For a button that opens something below it: whether that is open. */
  isOpen?: boolean
  onPress?: () => void
  children: ReactNode
}) {
  const active = allowed && !busy
  return (
    <button
      type={onPress ? 'button' : 'submit'}
      className={`${styles['button']} ${styles[look]}`}
      aria-disabled={!active}
      aria-busy={busy}
      aria-label={name ?? undefined}
      aria-expanded={isOpen}
      onClick={(event) => {
        if (!active) event.preventDefault()
        else onPress?.()
      }}
    >
      {busy && <span className={styles['spinner']} aria-hidden="true" />}
      {children}
    </button>
  )
}

/** A link that looks like a button. It opens in the whole window or, where the buyer will return, in another tab. */
export function LinkButton({
  href,
  opens = 'here',
  look = 'primary',
  onPress,
  children,
}: {
  href: string
  opens?: 'here' | 'beside'
  look?: Look
  /** Called at a press; the link is followed unless that is prevented. */
  onPress?: (event: MouseEvent) => void
  children: ReactNode
}) {
  const target = opens === 'beside' ? '_blank' : '_top'
  return (
    <a
      className={`${styles['button']} ${styles[look]}`}
      href={href}
      target={target}
      rel="noreferrer"
      onClick={onPress}
    >
      {children}
    </a>
  )
}
