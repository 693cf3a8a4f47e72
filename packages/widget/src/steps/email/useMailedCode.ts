import { useState } from 'react'
import { laterRoutes as routes } from '../../api/laterRoutes.ts'
import { keepDeviceKey } from '../../device/keepDeviceKey.ts'
import { useCode, type Code } from '../../ui/form/useCode.ts'
import { useAct } from '../../useAct.ts'
import { useWidget } from '../../Widget.ts'

/** A mail with a code. `isNew` means that it was sent on this screen. */
export type Sent = { readonly email: string; readonly sandboxCode: string | null; readonly isNew: boolean }

export type MailedCode = Omit<Code, 'forget'> & {
  /** Whether to remember this device. */
  readonly remembers: boolean
  readonly remember: (wanted: boolean) => void
  /** Whether too many wrong codes were entered for this address. */
  readonly isGuessedAt: boolean
  readonly isSending: boolean
  readonly isSentAgain: boolean
  readonly sendAgain: () => void
  readonly retry: () => void
}

/** Checks the six digits that were mailed to an address, and opens the buyer's session with them. */
export function useMailedCode(email: string, resend: (signal: AbortSignal) => Promise<void>): MailedCode {
  const { call, session, typed, views, view } = useWidget()
  const [remembers, remember] = useState(false)
  // A right code is used up when it arrives, so it is never canceled: its session also opens for a buyer who went back.
  const { forget, ...code } = useCode(async (digits, inTime) => {
    // It is not sent again if its session is open already and only the request for the view failed.
    if (session.token() === null || session.email() !== email) {
      const wish = remembers ? { remember: 1 as const } : {}
      const opened = await inTime(call(routes.session, { email, code: digits, ...wish }))
      typed.write({ sent_at: '', confirms: '' })
      if (opened.device_key !== undefined) keepDeviceKey(view.partner.name, opened.device_key)
      session.open({ token: opened.session, email })
    }
    await views.look()
  })
  const again = useAct(async (signal) => {
    forget()
    await resend(signal)
  })
  return {
    ...code,
    remembers,
    remember,
    isGuessedAt: code.failure?.code === 'too_many_requests',
    failure: code.failure ?? again.failure,
    isSending: again.busy,
    isSentAgain: again.done,
    sendAgain: () => again.run(),
    retry: () => (code.failure ? code.submit() : again.run()),
    clear: () => {
      code.clear()
      again.reset()
    },
  }
}
