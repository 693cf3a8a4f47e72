import type { Client } from '@cambio/exchange/client/Client.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Opened } from '../authenticate/entry.ts'
import { buyerPasskeys } from '../authenticate/passkey/buyerPasskeys.ts'
import type { Handlers } from '../http/Handler.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { SignIn } from '../store/client/sessions.ts'
import { savedOf } from './saved.ts'

/** The routes by which a buyer adds a passkey in the widget and signs in by it later. */
export function passkeyRoutes(
  exchange: Exchange,
  checkOpen: (opened: Opened) => void,
): Pick<Handlers['widget'], 'passkeyOptions' | 'addPasskey' | 'passkeyChallenge' | 'passkeySession'> {
  const passkeys = buyerPasskeys(exchange)
  return {
    async passkeyOptions({ stores, ...caller }) {
      return { options: { ...(await passkeys.askToAdd(stores, byCode(caller))) } }
    },

    async addPasskey(call) {
      const { stores, buyer, signIn, body, userAgent } = call
      await passkeys.add(stores, byCode(call), { credential: body.credential, userAgent })
      return savedOf(stores, buyer, signIn)
    },

    async passkeyChallenge({ opened, stores }) {
      checkOpen(opened)
      return { options: { ...(await passkeys.askToSignIn(stores, opened)) } }
    },

    async passkeySession({ opened, body, stores }) {
      checkOpen(opened)
      return passkeys.signIn(stores, opened, body.credential)
    },
  }
}

type Caller = {
  readonly opened: Opened
  readonly buyer: Client
  readonly signIn: SignIn | null
  readonly session: string | undefined
}

/** @throws Refusal code_required for a buyer who was not signed in by a mailed code */
function byCode({ opened, buyer, signIn, session }: Caller) {
  if (signIn?.by === 'code' && session !== undefined) return { opened, buyer, session }
  throw new Refusal('code_required', 'A passkey is added only after the e-mail code; nothing was added')
}
