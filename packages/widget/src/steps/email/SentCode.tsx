import { useEffect, useRef } from 'react'
import { canKeepDeviceKey } from '../../device/keepDeviceKey.ts'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { CodeField } from '../../ui/form/CodeField.tsx'
import { FailureAlert } from '../../ui/Notice.tsx'
import { useWidget } from '../../Widget.ts'
import type { MailedCode, Sent } from './useMailedCode.ts'
import styles from '../Step.module.css'

/**
 * Whether to remember this device, and the mailed code: a complete one is sent by itself, so nothing is asked below it.
 */
export function SentCode({ sent, code }: { sent: Sent; code: MailedCode }) {
  const { writing } = useWidget()
  const { say } = writing
  const part = useRef<HTMLDivElement>(null)
  const { isNew } = sent
  useEffect(() => {
    if (isNew) part.current?.querySelector<HTMLElement>('[name=code]')?.focus()
  }, [isNew])
  const isRefused = code.failure?.code === 'code_invalid'
  const { isGuessedAt } = code
  return (
    <div ref={part} className={styles['part']}>
      {canKeepDeviceKey() && (
        <Checkbox
          name="remember"
          label={say('device.remember')}
          checked={code.remembers}
          onChange={code.remember}
        />
      )}
      <p className={styles['note']}>{say('code.intro', { email: sent.email })}</p>
      <CodeField
        label={say('code.label')}
        value={code.value}
        onChange={code.change}
        onEntered={code.enter}
        hint={say('code.auto')}
        error={
          code.isUnreadable
            ? say('code.invalid')
            : isRefused
              ? say('error.code')
              : isGuessedAt
                ? say('code.guessed')
                : null
        }
      />
      <output className={styles['note']}>
        {code.isByItself && `${say('code.checking')} `}
        {code.isSentAgain && `${say('code.resent')} `}
        {sent.sandboxCode !== null && say('code.sandbox', { code: sent.sandboxCode })}
      </output>
      <FailureAlert failure={isRefused || isGuessedAt ? null : code.failure} onRetry={code.retry} />
    </div>
  )
}
