import type { ComponentProps } from 'react'
import { AmountPanel } from './AmountPanel.tsx'
import styles from './AmountPanels.module.css'

type Panel = ComponentProps<typeof AmountPanel>

/** What is paid, above what it buys. */
export function AmountPanels({ payin, payout }: { payin: Panel; payout: Panel }) {
  return (
    <div className={styles['panels']}>
      <AmountPanel {...payin} />
      <Becomes />
      <AmountPanel {...payout} />
    </div>
  )
}

function Becomes() {
  return (
    <span className={styles['becomes']} aria-hidden="true">
      <svg viewBox="0 0 14 14" fill="none">
        <path
          d="M7 2v10m4-4-4 4-4-4"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </span>
  )
}
