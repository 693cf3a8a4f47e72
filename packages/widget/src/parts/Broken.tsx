import { useEffect } from 'react'
import type { Failure } from '../api/Failure.ts'
import type { Host } from '../frame/host.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { failureKey } from '../view/failureText.ts'
import type { Writing } from '../Writing.ts'
import styles from '../ui/Card.module.css'

/**
 * There is nothing to show: the link is wrong or expired, or the service cannot be reached. It promises nothing about
 * money, since a buyer who has paid may see it too.
 */
export function Broken({
  writing: { say },
  host,
  failure,
  onRetry,
}: {
  writing: Writing
  host: Host
  failure: Failure | null
  onRetry?: () => void
}) {
  const code = failure?.code ?? 'request_unknown'
  useEffect(() => host.send({ kind: 'error', code, money_moved: 'checking' }), [host, code])
  return (
    <Card>
      <h1 className={styles['title']}>{say('broken.title')}</h1>
      <p role="alert">
        {say(failure ? failureKey(failure) : 'broken.link')} {say('money.unknown')}
      </p>
      {failure?.problem && (
        <p className={styles['muted']}>{say('reference', { id: failure.problem.request_id })}</p>
      )}
      {onRetry && <Button onPress={onRetry}>{say('tryAgain')}</Button>}
    </Card>
  )
}
