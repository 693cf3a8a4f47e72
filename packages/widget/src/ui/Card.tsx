import type { ReactNode } from 'react'
import styles from './Card.module.css'

/**
 * The sheet around everything. In a frame it is the whole page; in a tab of its own it is centred. It has a name, since
 * the partner's page around it has a main part too.
 */
export function Card({ children }: { children: ReactNode }) {
  return (
    <main className={styles['card']} aria-label="Cambio">
      {children}
    </main>
  )
}
