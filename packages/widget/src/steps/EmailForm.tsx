import { Email } from '@cambio/wire/http/field.ts'
import { widget as routes } from '@cambio/wire/routes/widget.ts'
import { useState, type FormEvent } from 'react'
import type { Typed } from '../typed.ts'
import { Button } from '../ui/Button.tsx'
import { Footer } from '../ui/Footer.tsx'
import { TextField } from '../ui/form/Field.tsx'
import { Heading } from '../ui/Heading.tsx'
import { FailureAlert } from '../ui/Notice.tsx'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'
import { CodeForm } from './CodeForm.tsx'
import styles from './Step.module.css'

/** Asks for the e-mail and sends the code; then the code is asked for in its place. */
export function EmailForm() {
  const { writing, call, session, typed } = useWidget()
  const { say } = writing
  const before = session.email()
  const [email, setEmail] = useState(before ?? typed.read()['email'] ?? '')
  const [asked, setAsked] = useState<string | null>(null)
  const [sent, setSent] = useState<{ email: string; sandboxCode: string | null } | null>(() =>
    sentBefore(typed),
  )
  const mail = async (signal: AbortSignal) => {
    const { sandbox_code } = await call(routes.code, { email, locale: writing.tag }, signal)
    typed.write({ email, sent_at: String(Date.now()) })
    setSent({ email, sandboxCode: sandbox_code ?? null })
  }
  const send = useAct(mail, email)
  const isRefused = send.failure?.problem?.errors.some(({ pointer }) => pointer === '/email') ?? false
  const forget = () => {
    typed.write({ sent_at: '' })
    setSent(null)
  }
  const isReadable = Email.safeParse(email).success
  if (sent) return <CodeForm sent={sent} resend={mail} change={forget} />

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(email)
    if (isReadable) send.run()
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <Heading opensKeyboard>{say('email.title')}</Heading>
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
        onChange={(text) => {
          setEmail(text.trim())
          typed.write({ email: text.trim() })
        }}
        error={asked === email && (isRefused || !isReadable) ? say('email.invalid') : null}
      />
      <FailureAlert failure={isRefused ? null : send.failure} onRetry={send.run} />
      <Footer>
        <Button busy={send.busy}>{say('continue')}</Button>
      </Footer>
    </form>
  )
}

/** How long a mailed code is good for, and so how long a reload comes back to the step that asks for it. */
const codeGoodMs = 10 * 60_000

/** The mail that was sent before a reload. Its code is nowhere here. */
function sentBefore(typed: Typed): { email: string; sandboxCode: null } | null {
  const { email, sent_at = '' } = typed.read()
  const isGood = sent_at !== '' && Date.now() - Number(sent_at) < codeGoodMs
  return email !== undefined && isGood ? { email, sandboxCode: null } : null
}
