import { useEffect, useRef, type ReactNode } from 'react'
import styles from './Card.module.css'

/** Set once a first screen was shown: opening the widget must not take the focus from the page around it. */
let shown = false

/**
 * The heading of a step. On a change of step it gets the focus, so that it is read aloud and the keyboard starts there.
 * @param opensKeyboard whether a touch screen focuses the first field of the form instead: only then does a phone show
 * its keyboard
 */
export function Heading({
  opensKeyboard = false,
  children,
}: {
  opensKeyboard?: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = heading.current?.textContent ?? ''
  })
  useEffect(() => {
    const field =
      opensKeyboard && matchMedia('(pointer: coarse)').matches ? fieldBelow(heading.current) : null
    if (shown) (field ?? heading.current)?.focus({ preventScroll: document.hidden })
    shown = true
  }, [opensKeyboard])
  return (
    <h1 ref={heading} tabIndex={-1} className={styles['title']}>
      {children}
    </h1>
  )
}

function fieldBelow(heading: HTMLElement | null): HTMLElement | null {
  return heading?.closest('form')?.querySelector('input') ?? null
}
