import { useState } from 'react'
import { useWidget } from '../Widget.ts'
import styles from './CopyButton.module.css'

const signs = {
  copy: 'M6 6V3.5h6.5V10H10M3.5 6H10v6.5H3.5z',
  copied: 'm3.5 8.5 3 3 6-7',
  refused: 'm4.5 4.5 7 7m0-7-7 7',
} as const

/** Copies a text beside it; if the browser forbids it, the button says so. */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const { say } = useWidget().writing
  const [state, setState] = useState<keyof typeof signs>('copy')
  const press = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('refused')
    }
  }
  const told = state === 'copy' ? '' : say(state === 'copied' ? 'transfer.copied' : 'transfer.notCopied')
  return (
    <>
      <button
        type="button"
        className={styles['copy']}
        aria-label={say('transfer.copy', { what })}
        title={told || say('transfer.copy', { what })}
        onClick={() => void press()}
      >
        <svg viewBox="0 0 16 16" fill="none" aria-hidden="true">
          <path
            d={signs[state]}
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </button>
      <output className={styles['told']}>{told}</output>
    </>
  )
}
