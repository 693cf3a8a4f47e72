import { routedToken } from '@cambio/exchange/cell/Cell.ts'
import type { Recognised } from '@cambio/exchange/client/LoginTokenStore.ts'
import type { Random } from '@cambio/server/Random.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { SignIn } from '../store/client/sessions.ts'
import type { Stores } from '../store/stores.ts'

/** How long a session lasts, milliseconds. */
const SESSION_LIFE_MS = 24 * 60 * 60 * 1_000

/** The refusal for each way to sign in if the client's credentials have changed meanwhile. */
const changed = { login: 'ts_invalid', code: 'code_invalid', device: 'session_invalid' } as const

/**
 * Opens a session of an authenticated client. Only its hash is stored.
 * @throws Refusal ts_invalid, code_invalid or session_invalid if the client's e-mail address or password has changed
 * meanwhile
 */
export async function openSession(
  deps: { sessions: Stores['sessions']; random: Random; cell: string | null; now: () => Date },
  client: Recognised,
  signIn: SignIn,
): Promise<{ session: string; expiresAt: Date }> {
  const session = routedToken(deps, 160)
  const expiresAt = new Date(deps.now().getTime() + SESSION_LIFE_MS)
  if (!(await deps.sessions.open(session, { client, signIn, expiresAt })))
    throw new Refusal(
      changed[signIn.by],
      'The e-mail address or the password has just changed; no session was opened',
    )
  return { session, expiresAt }
}
