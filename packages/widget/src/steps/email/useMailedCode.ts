import { latinDigits } from '@cambio/wire/latinDigits.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Failure } from '../../api/Failure.ts'
import { laterRoutes as routes } from '../../api/laterRoutes.ts'
import { keepDeviceKey } from '../../device/keepDeviceKey.ts'
import { useAct } from '../../useAct.ts'
import { useWidget } from '../../Widget.ts'

/** A mail with a code. `isNew` means that it was sent on this screen. */
export type Sent = { readonly email: string; readonly sandboxCode: string | null; readonly isNew: boolean }

export type MailedCode = {
  readonly value: string
  readonly change: (value: string) => void
  /** Sends a complete code without a press; anything else is left to the field. */
  readonly paste: (text: string) => boolean
  /** Whether to remember this device. */
  readonly remembers: boolean
  readonly remember: (wanted: boolean) => void
  /** Whether an invalid code was sent. */
  readonly isUnreadable: boolean
  /** Whether too many wrong codes were entered for this address. */
  readonly isGuessedAt: boolean
  readonly failure: Failure | null
  readonly busy: boolean
  readonly isSending: boolean
  readonly isSentAgain: boolean
  readonly submit: () => void
  readonly sendAgain: () => void
  readonly retry: () => void
  readonly reset: () => void
}

/** Checks the six digits that were mailed to an address, and opens the buyer's session with them. */
export function useMailedCode(email: string, resend: (signal: AbortSignal) => Promise<void>): MailedCode {
  const { call, session, typed, views, view } = useWidget()
  const [code, setCode] = useState('')
  const [pasted, setPasted] = useState<string | null>(null)
  const [remembers, setRemembers] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  // A right code is used up when it arrives, so it is never canceled: its session also opens for a buyer who went back.
  const confirm = useAct(async (_signal: AbortSignal, digits: string) => {
    // It is not sent again if its session is open already and only the request for the view failed.
    if (session.token() === null || session.email() !== email) {
      const remember = remembers ? { remember: 1 as const } : {}
      const opened = await call(routes.session, { email, code: digits, ...remember })
      typed.write({ sent_at: '', confirms: '' })
      if (opened.device_key !== undefined) keepDeviceKey(view.partner.name, opened.device_key)
      session.open({ token: opened.session, email })
    }
    await views.look()
  }, code)
  const again = useAct(async (signal) => {
    confirm.reset()
    await resend(signal)
  })
  const send = (digits: string) => {
    const isReadable = /^\d{6}$/.test(digits)
    setUnreadable(!isReadable)
    if (isReadable) confirm.run(digits)
  }
  // An act reads the code in the field, so a pasted one is sent once it is in the field.
  const sendPasted = useEffectEvent(() => confirm.run(code))
  const isPasted = pasted !== null && pasted === code
  useEffect(() => {
    if (isPasted) sendPasted()
  }, [isPasted])
  return {
    value: code,
    change: setCode,
    paste(text) {
      const digits = latinDigits(text).replace(/\s/g, '')
      if (!/^\d{6}$/.test(digits)) return false
      setCode(digits)
      setPasted(digits)
      return true
    },
    remembers,
    remember: setRemembers,
    isUnreadable,
    isGuessedAt: confirm.failure?.code === 'too_many_requests',
    failure: confirm.failure ?? again.failure,
    busy: confirm.busy,
    isSending: again.busy,
    isSentAgain: again.done,
    submit: () => send(code),
    sendAgain: () => again.run(),
    retry: () => (confirm.failure ? send(code) : again.run()),
    reset: () => {
      setCode('')
      setUnreadable(false)
      confirm.reset()
      again.reset()
    },
  }
}
