import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import { routedToken } from '../cell/Cell.ts'
import { checkCountry } from '../country/checkCountry.ts'
import type { Partner } from '../partner/Partner.ts'
import type { Random } from '../Random.ts'
import type { AccountStore } from './Account.ts'
import type { LoginTokenStore } from './LoginTokenStore.ts'
import type { Passwords } from './Passwords.ts'

/** How long a login token may be exchanged for a session, milliseconds. */
const TOKEN_LIFE_MS = 15 * 60 * 1_000

/**
 * Exchanges a client's password for a token that opens one session. A wrong password and an unknown address get the
 * same answer after equal work.
 * @returns the token; only its hash is stored
 * @throws Refusal login_invalid, country_forbidden
 */
export async function logIn(
  deps: {
    accounts: Pick<AccountStore, 'findByEmail' | 'noteLogin'>
    loginTokens: Pick<LoginTokenStore, 'keep'>
    catalogue: Catalogue
    passwords: Passwords
    random: Random
    cell: string | null
    now: () => Date
  },
  input: { partner: Partner; email: string; password: string; remoteCountry: string },
): Promise<string> {
  checkCountry(deps.catalogue.now().countries, input.remoteCountry, false, ['remote_country'])
  const account = await deps.accounts.findByEmail(input.partner.id, input.email.toLowerCase())
  const isRight = await deps.passwords.isRight(input.password, account?.passwordHash, input.partner.id)
  if (!account || !isRight)
    throw new Refusal('login_invalid', 'The e-mail address or the password is wrong; no session was opened', {
      account: account?.client.id,
    })
  const token = routedToken(deps, 160)
  const expiresAt = new Date(deps.now().getTime() + TOKEN_LIFE_MS)
  const isKept = await deps.loginTokens.keep(token, { client: account.client, expiresAt })
  if (!isKept)
    throw new Refusal('login_invalid', 'The e-mail address or the password has just changed; log in again')
  await deps.accounts.noteLogin(account.client.id, input.remoteCountry)
  return token
}
