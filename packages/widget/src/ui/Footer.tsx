import type { ReactNode } from 'react'
import styles from './Footer.module.css'

/** The main button of a step. It stays visible while the step scrolls behind it. */
export function Footer({ children }: { children: ReactNode }) {
  return <div className={styles['footer']}>{children}</div>
}
