import { useState, type FormEvent } from 'react'
import { widget as routes } from '@cambio/wire/routes/widget.ts'
import { failureKey } from '../failureText.ts'
import { useAct } from '../useAct.ts'
import { useWidget } from '../Widget.ts'
import { Button } from './Button.tsx'
import { TextField } from './Field.tsx'
import { FailureAlert } from './Notice.tsx'
import styles from '../steps/Step.module.css'

/** Asks once, with a code that is mailed for it, which wallet coins go back to. */
export function RefundForm({ network }: { network: string }) {
  const { writing, call, views } = useWidget()
  const { say } = writing
  const [address, setAddress] = useState('')
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<'address' | 'code' | null>(null)
  const mail = useAct(() => call(routes.refundCode, { locale: writing.tag }))
  const confirm = useAct(async () => views.receive(await call(routes.refundAddress, { address, code })))
  const refused = confirm.failure
  const ofAddress = refused?.code === 'address_invalid' || refused?.code === 'address_forbidden'
  const ofCode = refused?.code === 'code_invalid'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = address === '' ? 'address' : mail.done && !/^\d{6}$/.test(code) ? 'code' : null
    setWrong(missing)
    if (missing === null) (mail.done ? confirm : mail).run()
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={say('refund.title')}>
      <h2>{say('refund.title')}</h2>
      <p className={styles['intro']}>{say('refund.text', { network })}</p>
      <TextField
        label={say('address.label')}
        name="refund_address"
        autoComplete="off"
        value={address}
        onChange={(text) => {
          confirm.reset()
          setAddress(text.trim())
        }}
        error={wrong === 'address' ? say('address.empty') : ofAddress ? say(failureKey(refused)) : null}
      />
      {mail.done ? (
        <>
          <TextField
            label={say('code.label')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            spaced
            value={code}
            onChange={(text) => {
              confirm.reset()
              setCode(text.replace(/\D/g, '').slice(0, 6))
            }}
            error={wrong === 'code' ? say('code.invalid') : ofCode ? say('error.code') : null}
          />
          <output className={styles['note']}>
            {mail.answer?.sandbox_code !== undefined &&
              say('code.sandbox', { code: mail.answer.sandbox_code })}
          </output>
        </>
      ) : (
        <p className={styles['note']}>{say('refund.code')}</p>
      )}
      <FailureAlert failure={ofAddress || ofCode ? null : (refused ?? mail.failure)} onRetry={confirm.run} />
      <Button busy={mail.busy || confirm.busy}>{say(mail.done ? 'refund.confirm' : 'refund.mail')}</Button>
      {mail.done && (
        <Button look="quiet" busy={mail.busy} onPress={mail.run}>
          {say('code.resend')}
        </Button>
      )}
    </form>
  )
}
