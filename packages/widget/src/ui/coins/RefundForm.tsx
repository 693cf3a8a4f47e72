import * as Currency from '@cambio/wire/Currency.ts'
import type { CodeSent } from '@cambio/wire/widget/WidgetRequests.ts'
import { useState, type FormEvent } from 'react'
import type * as z from 'zod/mini'
import { addressTrouble, faultIn } from '../../address/addressTrouble.ts'
import { readAddress } from '../../address/readAddress.ts'
import { useXAddress } from '../../address/useXAddress.ts'
import { laterRoutes as routes } from '../../api/laterRoutes.ts'
import { useAct } from '../../useAct.ts'
import { failureKey } from '../../view/failureText.ts'
import { useWidget } from '../../Widget.ts'
import { Button } from '../Button.tsx'
import { CodeField } from '../form/CodeField.tsx'
import { TextField } from '../form/Field.tsx'
import { FailureAlert } from '../Notice.tsx'
import styles from '../../steps/Step.module.css'

/** Asks once for the wallet to refund the coins to, confirmed by a code that is mailed for this. */
export function RefundForm({ network, currencies }: { network: string; currencies: readonly string[] }) {
  const { view, writing, call, views } = useWidget()
  const { say } = writing
  const place = { network: Currency.find(currencies[0] ?? '')?.network ?? null, mode: view.mode }
  const [address, setAddress] = useState('')
  useXAddress(address, place, (account) => setAddress(account.address))
  const [code, setCode] = useState('')
  const [mailed, setMailed] = useState<z.infer<typeof CodeSent> | null>(null)
  const [wrong, setWrong] = useState<'address' | 'code' | null>(null)
  const sendCode = async () => setMailed(await call(routes.refundCode, { locale: writing.tag }))
  const mail = useAct(sendCode)
  const again = useAct(sendCode)
  const confirm = useAct(async () => views.amend(await call(routes.refundAddress, { address, code })))
  const act = mailed ? confirm : mail
  const refused = confirm.failure
  const failure = refused ?? mail.failure ?? again.failure
  const addressError =
    wrong === 'address'
      ? say('address.empty')
      : refused?.code === 'address_invalid'
        ? addressTrouble(say, faultIn(refused), network)
        : refused?.code === 'address_forbidden'
          ? say(failureKey(refused))
          : null
  const ofCode = refused?.code === 'code_invalid'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = address === '' ? 'address' : mailed && !/^\d{6}$/.test(code) ? 'code' : null
    setWrong(missing)
    if (missing === null) act.run()
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={say('refund.title')}>
      <h2 className={styles['title']}>{say('refund.title')}</h2>
      <p className={styles['intro']}>
        {say('refund.text', { network, currency: currencies.map(writing.ticker).join(', ') })}
      </p>
      <TextField
        label={say('address.label')}
        name="refund_address"
        autoComplete="off"
        enterKeyHint={mailed ? 'next' : 'go'}
        value={address}
        onChange={(text) => {
          confirm.reset()
          setAddress(readAddress(text, place).address)
        }}
        error={addressError}
      />
      <p className={styles['note']}>{say('refund.warning')}</p>
      <output className={styles['note']}>
        {mailed ? say('code.intro', { email: view.buyer?.email ?? '' }) : say('refund.code')}
      </output>
      {mailed && (
        <CodeField
          label={say('code.label')}
          value={code}
          onChange={(digits) => {
            confirm.reset()
            setCode(digits)
          }}
          error={wrong === 'code' ? say('code.invalid') : ofCode ? say('error.code') : null}
        />
      )}
      <output className={styles['note']}>
        {again.done && `${say('code.resent')} `}
        {mailed?.sandbox_code !== undefined && say('code.sandbox', { code: mailed.sandbox_code })}
      </output>
      <FailureAlert
        // If a wallet was given meanwhile, the next view of the order shows it in place of this form.
        failure={addressError !== null || ofCode || failure?.overtaken ? null : failure}
        onRetry={again.failure ? again.run : act.run}
      />
      <Button busy={act.busy}>{say(mailed ? 'refund.confirm' : 'refund.mail')}</Button>
      {mailed && (
        <Button look="quiet" busy={again.busy} onPress={again.run}>
          {say('code.resend')}
        </Button>
      )}
    </form>
  )
}
