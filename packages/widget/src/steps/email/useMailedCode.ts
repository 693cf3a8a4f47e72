import { latinDigits } from '@cambio/wire/latinDigits.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Failure } from '../../api/Failure.ts'
import { laterRoutes as routes } from '../../api/laterRoutes.ts'
import { keepDeviceKey } from '../../device/keepDeviceKey.ts'
import { useAct } from '../../useAct.ts'
import { useWidget } from '../../Widget.ts'

/** A mail with a code. `isNew` says that it was sent on this very screen. */
export type Sent = { readonly email: string; readonly sandboxCode: string | null; readonly isNew: boolean }

export type MailedCode = {
  readonly value: string
  readonly change: (value: string) => void
  /** Takes a whole code and sends it without a press; anything else is left to the field. */
  readonly paste: (text: string) => boolean
  /** Whether this device shall be remembered. */
  readonly remembers: boolean
  readonly remember: (wanted: boolean) => void
  /** Whether the code cannot be one, and was sent all the same. */
  readonly isUnreadable: boolean
  /** Whether too many wrong codes came for this address. */
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

/** Takes the six digits that were mailed to an address, and opens the buyer's session with them. */
export function useMailedCode(email: string, resend: (signal: AbortSignal) => Promise<void>): MailedCode {
  const { call, session, typed, views, view } = useWidget()
  const [code, setCode] = useState('')
  const [pasted, setPasted] = useState<string | null>(null)
  const [remembers, setRemembers] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  // A right code is used up when it arrives, so it is never called off: its session opens also for who went back.
  const confirm = useAct(async (_signal: AbortSignal, digits: string) => {
    // Nor is it sent again where its session is open already and only the look that follows had failed.
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
  // An act is about the code that stands in the field, so a pasted one is sent once it stands there.
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
