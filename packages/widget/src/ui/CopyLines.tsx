import { useRef, useState, type ReactNode } from 'react'
import { useWidget } from '../Widget.ts'
import { Button } from './Button.tsx'
import styles from './coins/TransferDetails.module.css'

/** A text to copy. It may be shorter than the one that is shown. */
export type Copyable = { readonly name: string; readonly copy: string; readonly shown: ReactNode }
/** What was copied last, or could not be: browsers may forbid it. */
type Copied = { readonly name: string; readonly well: boolean }

/** Lines that are shown in full, each with a button that copies it. */
export function CopyLines({ lines }: { lines: readonly Copyable[] }) {
  const { say } = useWidget().writing
  const [copied, setCopied] = useState<Copied | null>(null)
  return (
    <>
      <dl className={styles['lines']}>
        {lines.map((line) => (
          <Line key={line.name} line={line} copied={copied} onCopied={setCopied} />
        ))}
      </dl>
      <output className={styles['note']}>{copied?.well === false && say('transfer.notCopied')}</output>
    </>
  )
}

function Line({
  line: { name, copy, shown },
  copied,
  onCopied,
}: {
  line: Copyable
  copied: Copied | null
  onCopied: (copied: Copied) => void
}) {
  const { say } = useWidget().writing
  const value = useRef<HTMLElement>(null)
  const press = async () => {
    try {
      await navigator.clipboard.writeText(copy)
      onCopied({ name, well: true })
    } catch {
      // The text is selected, so that one key press copies it where the browser forbids the page to.
      if (value.current) getSelection()?.selectAllChildren(value.current)
      onCopied({ name, well: false })
    }
  }
  const isCopied = copied?.name === name && copied.well
  return (
    <div className={styles['line']}>
      <dt>{name}</dt>
      <dd ref={value}>{shown}</dd>
      <dd className={styles['copy']}>
        <Button
          look="small"
          name={isCopied ? null : say('transfer.copy', { what: name })}
          onPress={() => void press()}
        >
          {say(isCopied ? 'transfer.copied' : 'transfer.copyShort')}
        </Button>
      </dd>
    </div>
  )
}
