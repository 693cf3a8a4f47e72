import type { widget } from '@cambio/wire/routes/widget.ts'
import type { DeviceSession } from '@cambio/wire/widget/Saved.ts'
import { moment, shape, text, type Shape } from './shape.ts'

/* The routes for adding a passkey and signing in by one. They are fetched when a buyer wants that. */

type Route<Name extends keyof typeof widget, Answer, Body = undefined> = Pick<
  (typeof widget)[Name],
  'method' | 'path'
> & {
  readonly answer: Shape<Answer>
  /** What is sent; it says so for the compiler alone. */
  readonly body?: Body
}

/** A browser's own data of a passkey, which the exchange reads. */
type Credential = { readonly credential: object }

/** The browser reads what the options have. */
const isObject = (value: unknown) => typeof value === 'object' && value !== null

export const passkeyRoutes: {
  readonly passkeyOptions: Route<'passkeyOptions', { options: PublicKeyCredentialCreationOptionsJSON }>
  readonly addPasskey: Route<'addPasskey', { devices: object }, Credential>
  readonly passkeyChallenge: Route<'passkeyChallenge', { options: PublicKeyCredentialRequestOptionsJSON }>
  readonly passkeySession: Route<'passkeySession', DeviceSession, Credential>
} = {
  passkeyOptions: {
    method: 'POST',
    path: '/api/widget/{entry}/passkey/options',
    answer: shape<{ options: PublicKeyCredentialCreationOptionsJSON }>({ options: isObject }),
  },
  addPasskey: {
    method: 'POST',
    path: '/api/widget/{entry}/passkey',
    answer: shape<{ devices: object }>({ devices: isObject }),
  },
  passkeyChallenge: {
    method: 'POST',
    path: '/api/widget/{entry}/passkey/session/options',
    answer: shape<{ options: PublicKeyCredentialRequestOptionsJSON }>({ options: isObject }),
  },
  passkeySession: {
    method: 'POST',
    path: '/api/widget/{entry}/passkey/session',
    answer: shape<DeviceSession>({ session: text, expires_at: moment, email: text }),
  },
}
