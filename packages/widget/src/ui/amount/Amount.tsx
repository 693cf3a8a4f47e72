import { useState } from 'react'
import { useWidget } from '../../Widget.ts'
import styles from './Amount.module.css'

/** An amount for people. Where digits are left out, one press shows them all, and another hides them. */
export function Amount({ amount, currency }: { amount: string; currency: string }) {
  const { writing } = useWidget()
  const [isExact, setExact] = useState(false)
  const short = writing.amount(amount, currency)
  const exact = writing.exact(amount, currency)
  if (short === exact) return short
  return (
    <button
      type="button"
      className={styles['amount']}
      aria-pressed={isExact}
      onClick={() => setExact(!isExact)}
    >
      {isExact ? exact : short}
    </button>
  )
}
