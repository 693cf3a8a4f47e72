import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { useState, type FormEvent } from 'react'
import { laterRoutes as routes } from '../api/laterRoutes.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { CodeField } from '../ui/form/CodeField.tsx'
import { FailureAlert } from '../ui/Notice.tsx'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'
import styles from './Step.module.css'

/** From this number of tries down, it is shown before a code was wrong. */
const fewTries = 3

/** Asks for the code that was sent for a withdrawal, and has the withdrawal paid out. */
export function WithdrawalCode({ withdrawal }: { withdrawal: NonNullable<WidgetOrder['withdrawal']> }) {
  const { writing, call, views } = useWidget()
  const { say } = writing
  const [code, setCode] = useState('')
  const [unreadable, setUnreadable] = useState(false)
  const confirm = useAct(async () => {
    try {
      views.amend(await call(routes.confirm, { code }))
    } catch (thrown) {
      // A wrong code uses up a try, and the last one ends the order.
      await views.look().catch(() => undefined)
      throw thrown
    }
  })
  const refused = confirm.failure?.code === 'code_invalid'
  // The wrong code that locks all withdrawals has the time of the lock: the tries that are left no longer matter.
  const isLocked = refused && confirm.failure?.problem?.['retry_after'] !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const readable = /^\d{6}$/.test(code)
    setUnreadable(!readable)
    if (readable) confirm.run()
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={say('withdrawal.title')}>
      <p className={styles['intro']}>{say('withdrawal.text')}</p>
      <CodeField
        label={say('code.label')}
        value={code}
        onChange={(digits) => {
          confirm.reset()
          setCode(digits)
        }}
        error={unreadable ? say('code.invalid') : refused ? say('withdrawal.wrong') : null}
      />
      <output className={styles['note']}>
        {isLocked
          ? say('error.locked')
          : refused || withdrawal.tries_left <= fewTries
            ? say('withdrawal.tries', { count: withdrawal.tries_left })
            : ''}
      </output>
      <FailureAlert failure={refused ? null : confirm.failure} onRetry={confirm.run} />
      <Button busy={confirm.busy}>{say('continue')}</Button>
      {withdrawal.outbox_url && (
        <LinkButton href={withdrawal.outbox_url} opens="beside" look="secondary">
          {say('withdrawal.outbox')}
        </LinkButton>
      )}
    </form>
  )
}
