import { useState } from 'react'
import type { Failure } from '../../api/Failure.ts'
import { laterRoutes as routes } from '../../api/laterRoutes.ts'
import { keepDeviceKey } from '../../device/keepDeviceKey.ts'
import { afterHabit, useCode, useSendsItself } from '../../ui/form/useCode.ts'
import { useAct } from '../../useAct.ts'
import { useWidget } from '../../Widget.ts'

/** A mail with a code. `isNew` means that it was sent on this screen. */
export type Sent = { readonly email: string; readonly sandboxCode: string | null; readonly isNew: boolean }

export type MailedCode = {
  readonly value: string
  readonly change: (value: string) => void
  /** Takes a complete code, which sends itself. */
  readonly enter: (code: string) => void
  /** Whether to remember this device. */
  readonly remembers: boolean
  readonly remember: (wanted: boolean) => void
  /** Whether an invalid code was sent. */
  readonly isUnreadable: boolean
  /** Whether too many wrong codes were entered for this address. */
  readonly isGuessedAt: boolean
  readonly failure: Failure | null
  readonly busy: boolean
  /** Whether the code on its way was sent by itself; a press of Continue then does nothing. */
  readonly isByItself: boolean
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
  const [remembers, setRemembers] = useState(false)
  const [isUnreadable, setUnreadable] = useState(false)
  const code = useCode()
  // A right code is used up when it arrives, so it is never canceled: its session also opens for a buyer who went back.
  const confirm = useAct(async (_signal: AbortSignal, digits: string, isByItself: boolean) => {
    // It is not sent again if its session is open already and only the request for the view failed.
    if (session.token() === null || session.email() !== email) {
      const remember = remembers ? { remember: 1 as const } : {}
      const answer = call(routes.session, { email, code: digits, ...remember })
      const opened = await (isByItself ? afterHabit(answer) : answer)
      typed.write({ sent_at: '', confirms: '' })
      if (opened.device_key !== undefined) keepDeviceKey(view.partner.name, opened.device_key)
      session.open({ token: opened.session, email })
    }
    await views.look()
  }, code.value)
  const again = useAct(async (signal) => {
    confirm.reset()
    await resend(signal)
  })
  const send = (digits: string, isByItself: boolean) => {
    const isReadable = /^\d{6}$/.test(digits)
    setUnreadable(!isReadable)
    if (isReadable) confirm.run(digits, isByItself)
  }
  const submit = () => send(code.value, false)
  useSendsItself(code.entered, (digits) => send(digits, true))
  return {
    value: code.value,
    change: code.change,
    enter: code.enter,
    remembers,
    remember: setRemembers,
    isUnreadable,
    isGuessedAt: confirm.failure?.code === 'too_many_requests',
    failure: confirm.failure ?? again.failure,
    busy: confirm.busy,
    isByItself: confirm.busy && code.isEntered,
    isSending: again.busy,
    isSentAgain: again.done,
    submit,
    sendAgain: () => again.run(),
    retry: () => (confirm.failure ? submit() : again.run()),
    reset: () => {
      code.change('')
      setUnreadable(false)
      confirm.reset()
      again.reset()
    },
  }
}
