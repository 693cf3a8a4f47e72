import { useState, type FormEvent } from 'react'
import { Email } from '@cambio/wire/field.ts'
import { widget as routes } from '@cambio/wire/routes/widget.ts'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'
import { Button } from '../ui/Button.tsx'
import { Footer } from '../ui/Footer.tsx'
import { TextField } from '../ui/Field.tsx'
import { Heading } from '../ui/Heading.tsx'
import { FailureAlert } from '../ui/Notice.tsx'
import { CodeForm } from './CodeForm.tsx'
import styles from './Step.module.css'

/** Asks for the e-mail and sends the code; then the code is asked for in its place. */
export function EmailForm() {
  const { writing, call, session } = useWidget()
  const { say } = writing
  const before = session.email()
  const [email, setEmail] = useState(before ?? '')
  const [asked, setAsked] = useState<string | null>(null)
  const [sent, setSent] = useState<{ email: string; sandboxCode: string | null } | null>(null)
  const mail = async (signal: AbortSignal) => {
    const { sandbox_code } = await call(routes.code, { email, locale: writing.tag }, signal)
    setSent({ email, sandboxCode: sandbox_code ?? null })
  }
  const send = useAct(mail, email)
  const isRefused = send.failure?.problem?.errors.some(({ pointer }) => pointer === '/email') ?? false
  const isReadable = Email.safeParse(email).success
  if (sent) return <CodeForm sent={sent} resend={mail} change={() => setSent(null)} />

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(email)
    if (isReadable) send.run()
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <Heading>{say('email.title')}</Heading>
      <p className={styles['intro']}>{say(before === null ? 'email.intro' : 'email.again')}</p>
      <TextField
        label={say('email.label')}
        name="email"
        type="email"
        inputMode="email"
        enterKeyHint="go"
        autoComplete="email"
        maxLength={254}
        value={email}
        onChange={(text) => setEmail(text.trim())}
        error={asked === email && (isRefused || !isReadable) ? say('email.invalid') : null}
      />
      <FailureAlert failure={isRefused ? null : send.failure} onRetry={send.run} />
      <Footer>
        <Button busy={send.busy}>{say('continue')}</Button>
      </Footer>
    </form>
  )
}
