import { useEffect, useRef, type ReactNode } from 'react'
import styles from './Card.module.css'

/** Set once a first screen was shown: opening the widget must not take the focus from the page around it. */
let shown = false

/** The heading of a step. On a change of step the focus comes here, so that it is read and the keyboard starts there. */
export function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = heading.current?.textContent ?? ''
  })
  useEffect(() => {
    if (shown) heading.current?.focus({ preventScroll: document.hidden })
    shown = true
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={styles['title']}>
      {children}
    </h1>
  )
}
