import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { useState } from 'react'
import { laterRoutes as routes } from '../api/laterRoutes.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { CodeField } from '../ui/form/CodeField.tsx'
import { afterHabit, useCode, useSendsItself } from '../ui/form/useCode.ts'
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
  const [unreadable, setUnreadable] = useState(false)
  const code = useCode()
  const confirm = useAct(async (_signal, digits: string, isByItself: boolean) => {
    try {
      const answer = call(routes.confirm, { code: digits })
      views.amend(await (isByItself ? afterHabit(answer) : answer))
    } catch (thrown) {
      // A wrong code uses up a try, and the last one ends the order.
      await views.look().catch(() => undefined)
      throw thrown
    }
  })
  const refused = confirm.failure?.code === 'code_invalid'
  // The wrong code that locks all withdrawals has the time of the lock: the tries that are left no longer matter.
  const isLocked = refused && confirm.failure?.problem?.['retry_after'] !== undefined
  const send = (digits: string, isByItself: boolean) => {
    const readable = /^\d{6}$/.test(digits)
    setUnreadable(!readable)
    if (readable) confirm.run(digits, isByItself)
  }
  const submit = () => send(code.value, false)
  useSendsItself(code.entered, (digits) => send(digits, true))
  const isByItself = confirm.busy && code.isEntered
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      noValidate
      aria-label={say('withdrawal.title')}
    >
      <p className={styles['intro']}>{say('withdrawal.text')}</p>
      <CodeField
        label={say('code.label')}
        value={code.value}
        onChange={(digits) => {
          if (digits !== code.value) confirm.reset()
          code.change(digits)
        }}
        onEntered={code.enter}
        hint={say('code.auto')}
        error={unreadable ? say('code.invalid') : refused ? say('withdrawal.wrong') : null}
      />
      <output className={styles['note']}>
        {isByItself
          ? say('code.checking')
          : isLocked
            ? say('error.locked')
            : refused || withdrawal.tries_left <= fewTries
              ? say('withdrawal.tries', { count: withdrawal.tries_left })
              : ''}
      </output>
      <FailureAlert failure={refused ? null : confirm.failure} onRetry={submit} />
      <Button busy={confirm.busy && !isByItself}>{say('continue')}</Button>
      {withdrawal.outbox_url && (
        <LinkButton href={withdrawal.outbox_url} opens="beside" look="secondary">
          {say('withdrawal.outbox')}
        </LinkButton>
      )}
    </form>
  )
}
