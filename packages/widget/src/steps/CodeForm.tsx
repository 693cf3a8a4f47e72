import { widget as routes } from '@cambio/wire/routes/widget.ts'
import { useState, type FormEvent } from 'react'
import { Button } from '../ui/Button.tsx'
import { Footer } from '../ui/Footer.tsx'
import { CodeField } from '../ui/form/CodeField.tsx'
import { Heading } from '../ui/Heading.tsx'
import { FailureAlert } from '../ui/Notice.tsx'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'
import styles from './Step.module.css'

/** Takes the six digits that were mailed, and opens the buyer's session with them. */
export function CodeForm({
  sent,
  resend,
  change,
}: {
  sent: { email: string; sandboxCode: string | null }
  resend: (signal: AbortSignal) => Promise<void>
  change: () => void
}) {
  const { writing, call, session, typed, views } = useWidget()
  const { say } = writing
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState(false)
  // A right code is used up when it arrives, so it is never called off: its session opens also for who went back.
  const confirm = useAct(async () => {
    // Nor is it sent again where its session is open already and only the look that follows had failed.
    if (session.token() === null || session.email() !== sent.email) {
      const opened = await call(routes.session, { email: sent.email, code })
      typed.write({ sent_at: '' })
      session.open({ token: opened.session, email: sent.email })
    }
    await views.look()
  }, code)
  const again = useAct(async (signal) => {
    confirm.reset()
    await resend(signal)
  })
  const failure = confirm.failure ?? again.failure
  const refused = failure?.code === 'code_invalid'
  const isGuessedAt = confirm.failure?.code === 'too_many_requests'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const readable = /^\d{6}$/.test(code)
    setWrong(!readable)
    if (readable) confirm.run()
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <Heading opensKeyboard>{say('code.title')}</Heading>
      <p className={styles['intro']}>{say('code.intro', { email: sent.email })}</p>
      <CodeField
        label={say('code.label')}
        value={code}
        onChange={setCode}
        error={
          wrong ? say('code.invalid') : refused ? say('error.code') : isGuessedAt ? say('code.guessed') : null
        }
      />
      <output className={styles['note']}>
        {again.done && `${say('code.resent')} `}
        {sent.sandboxCode !== null && say('code.sandbox', { code: sent.sandboxCode })}
      </output>
      <FailureAlert
        failure={refused || isGuessedAt ? null : failure}
        onRetry={confirm.failure ? confirm.run : again.run}
      />
      <Footer>
        <Button busy={confirm.busy}>{say('continue')}</Button>
      </Footer>
      <div className={styles['actions']}>
        <Button look="quiet" busy={again.busy} onPress={again.run}>
          {say('code.resend')}
        </Button>
        <Button look="quiet" allowed={!confirm.busy} onPress={change}>
          {say('code.other')}
        </Button>
      </div>
    </form>
  )
}
