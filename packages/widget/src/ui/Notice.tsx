import { useEffect, type ReactNode } from 'react'
import { Failure } from '../api/Failure.ts'
import { failureText } from '../view/failureText.ts'
import { useWidget } from '../Widget.ts'
import { Button } from './Button.tsx'
import styles from './Notice.module.css'

/** A block that stands out, with what to do about it below. */
export function Notice({
  tone,
  title,
  children,
}: {
  tone: 'danger' | 'warn' | 'plain'
  title?: string
  children: ReactNode
}) {
  return (
    <div className={`${styles['notice']} ${styles[tone]}`}>
      {title && <h2 className={styles['title']}>{title}</h2>}
      {children}
    </div>
  )
}

/** It is on its screen from the first paint on, empty, so that whatever appears in it is read aloud. */
export function Alert({ children }: { children?: ReactNode }) {
  return (
    <div role="alert" className={styles['region']}>
      {children}
    </div>
  )
}

/** Stands for no failure, so that the text of a failure can be computed unconditionally. */
const none = new Failure('internal')

/** What happened, whether money moved, and what to do: try again, or go back to the step where it can be corrected. */
export function FailureAlert({ failure, onRetry }: { failure: Failure | null; onRetry?: () => void }) {
  const { writing, go, view, host } = useWidget()
  const { key, money, moneyKey, remedy } = failureText(failure ?? none, view)
  const code = failure?.code
  useEffect(() => {
    if (code) host.send({ kind: 'error', code, money_moved: money })
  }, [host, code, money])
  if (!failure) return <Alert />
  const back = remedy !== undefined && remedy !== 'you' && view.order === null ? remedy : null
  return (
    <Alert>
      <Notice tone="danger">
        <p>
          {writing.say(key)} {moneyKey && writing.say(moneyKey)}
        </p>
        {failure.problem && failure.passing && (
          <p className={styles['reference']}>
            {writing.say('reference', { id: failure.problem.request_id })}
          </p>
        )}
        {onRetry && failure.passing && (
          <Button look="secondary" onPress={onRetry}>
            {writing.say('tryAgain')}
          </Button>
        )}
        {onRetry && back && (
          <Button look="secondary" onPress={() => go(back)}>
            {writing.say('back')}
          </Button>
        )}
      </Notice>
    </Alert>
  )
}
