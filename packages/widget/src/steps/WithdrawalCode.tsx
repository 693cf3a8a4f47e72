import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { laterRoutes as routes } from '../api/laterRoutes.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { CodeField } from '../ui/form/CodeField.tsx'
import { useCode } from '../ui/form/useCode.ts'
import { FailureAlert } from '../ui/Notice.tsx'
import { useWidget } from '../Widget.ts'
import styles from './Step.module.css'

/** From this number of tries down, it is shown before a code was wrong. */
const fewTries = 3

/** Asks for the code that was sent for a withdrawal, and has the withdrawal paid out. */
export function WithdrawalCode({ withdrawal }: { withdrawal: NonNullable<WidgetOrder['withdrawal']> }) {
  const { writing, call, views } = useWidget()
  const { say } = writing
  const code = useCode(async (digits, inTime) => {
    try {
      views.amend(await inTime(call(routes.confirm, { code: digits })))
    } catch (thrown) {
      // A wrong code uses up a try, and the last one ends the order.
      await views.look().catch(() => undefined)
      throw thrown
    }
  })
  const refused = code.failure?.code === 'code_invalid'
  // The wrong code that locks all withdrawals has the time of the lock: the tries that are left no longer matter.
  const isLocked = refused && code.failure?.problem?.['retry_after'] !== undefined
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        code.submit()
      }}
      noValidate
      aria-label={say('withdrawal.title')}
    >
      <p className={styles['intro']}>{say('withdrawal.text')}</p>
      <CodeField
        label={say('code.label')}
        value={code.value}
        onChange={code.change}
        onEntered={code.enter}
        hint={say('code.auto')}
        error={code.isUnreadable ? say('code.invalid') : refused ? say('withdrawal.wrong') : null}
      />
      <output className={styles['note']}>
        {code.isByItself
          ? say('code.checking')
          : isLocked
            ? say('error.locked')
            : refused || withdrawal.tries_left <= fewTries
              ? say('withdrawal.tries', { count: withdrawal.tries_left })
              : ''}
      </output>
      <FailureAlert failure={refused ? null : code.failure} onRetry={code.submit} />
      <Button busy={code.busy && !code.isByItself}>{say('continue')}</Button>
      {withdrawal.outbox_url && (
        <LinkButton href={withdrawal.outbox_url} opens="beside" look="secondary">
          {say('withdrawal.outbox')}
        </LinkButton>
      )}
    </form>
  )
}
