import type { Tone } from '../../view/StatusView.ts'
import styles from './StatusMark.module.css'

const signs = {
  wait: null,
  good: 'm9 16.5 4.5 4.5L23 11.5',
  bad: 'm11 11 10 10M21 11 11 21',
  attention: 'M16 9v9M16 22.5v.5',
} as const satisfies Record<Tone, string | null>

/** The outcome as a sign. Its meaning is in words below. */
export function StatusMark({ tone }: { tone: Tone }) {
  const path = signs[tone]
  return (
    <span className={styles['mark']} data-tone={tone} aria-hidden="true">
      {path && (
        <svg viewBox="0 0 32 32" fill="none">
          <path
            d={path}
            pathLength="1"
            stroke="currentColor"
            strokeWidth="3"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      )}
    </span>
  )
}
