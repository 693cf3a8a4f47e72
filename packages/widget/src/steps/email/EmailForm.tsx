import { useState, type FormEvent } from 'react'
import { laterRoutes as routes } from '../../api/laterRoutes.ts'
import { hasOrder } from '../../steps.ts'
import type { Typed } from '../../typed.ts'
import { Button } from '../../ui/Button.tsx'
import { Footer } from '../../ui/Footer.tsx'
import { TextField } from '../../ui/form/Field.tsx'
import { Heading } from '../../ui/Heading.tsx'
import { FailureAlert } from '../../ui/Notice.tsx'
import { PasskeyAct } from '../../ui/PasskeyAct.tsx'
import { useAct } from '../../useAct.ts'
import { useWidget } from '../../Widget.ts'
import { isEmail } from './isEmail.ts'
import { SentCode } from './SentCode.tsx'
import { useMailedCode, type Sent } from './useMailedCode.ts'
import styles from '../Step.module.css'

/** Asks for the e-mail address, sends the code, and asks for the code below: on one screen, with one Continue. */
export function EmailForm() {
  const { view, writing, call, session, typed } = useWidget()
  const { say } = writing
  const before = session.email()
  const [email, setEmail] = useState(before ?? typed.read()['email'] ?? '')
  const [asked, setAsked] = useState<string | null>(null)
  const [sent, setSent] = useState<Sent | null>(() => sentBefore(typed))
  const mail = async (signal: AbortSignal) => {
    const { sandbox_code } = await call(routes.code, { email, locale: writing.tag }, signal)
    typed.write({ email, sent_at: String(Date.now()) })
    setSent({ email, sandboxCode: sandbox_code ?? null, isNew: true })
  }
  const send = useAct(mail, email)
  const code = useMailedCode(sent?.email ?? '', mail)
  const isRefused = send.failure?.problem?.errors.some(({ pointer }) => pointer === '/email') ?? false
  const forget = () => {
    typed.write({ sent_at: '' })
    code.clear()
    setSent(null)
  }
  const isReadable = isEmail(email)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sent) return code.submit()
    setAsked(email)
    if (isReadable) send.run()
  }
  // A new wallet requires the code: neither a passkey nor a remembered device replaces it.
  const isForWallet = typed.read()['confirms'] === 'wallet'
  const again = isForWallet ? 'error.codeRequired' : 'email.again'
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <Heading opensKeyboard>{say(sent ? 'code.title' : 'email.title')}</Heading>
      {!sent && (
        <p className={styles['intro']}>{say(before === null && !hasOrder(view) ? 'email.intro' : again)}</p>
      )}
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
          // The code on its way belongs to another address.
          if (code.busy) return
          if (sent) forget()
          setEmail(text.trim())
          typed.write({ email: text.trim() })
        }}
        error={asked === email && (isRefused || !isReadable) ? say('email.invalid') : null}
      />
      {sent ? (
        <SentCode sent={sent} code={code} />
      ) : (
        <FailureAlert failure={isRefused ? null : send.failure} onRetry={send.run} />
      )}
      <Footer>
        <Button busy={send.busy || (code.busy && !code.isByItself)}>{say('continue')}</Button>
      </Footer>
      {sent && (
        <div className={styles['actions']}>
          <Button look="quiet" busy={code.isSending} onPress={code.sendAgain}>
            {say('code.resend')}
          </Button>
          <Button look="quiet" allowed={!code.busy} onPress={forget}>
            {say('code.other')}
          </Button>
        </div>
      )}
      {!sent && !isForWallet && (
        <div className={styles['actions']}>
          <PasskeyAct act="get" />
        </div>
      )}
    </form>
  )
}

/** How long a mailed code is valid, and so how long a reload returns to its field. */
const codeGoodMs = 10 * 60_000

/** The mail that was sent before a reload. Its code is not stored here. */
function sentBefore(typed: Typed): Sent | null {
  const { email, sent_at = '' } = typed.read()
  const isGood = sent_at !== '' && Date.now() - Number(sent_at) < codeGoodMs
  return email !== undefined && isGood ? { email, sandboxCode: null, isNew: false } : null
}
