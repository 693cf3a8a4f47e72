import type { ReactNode } from 'react'
import styles from './Footer.module.css'

/** The one act that leads on. It stays in sight while what it is about scrolls behind it. */
export function Footer({ children }: { children: ReactNode }) {
  return <div className={styles['footer']}>{children}</div>
}
