import { changePassword } from '@cambio/exchange/client/changePassword.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { sharedLimiter, type Consumed } from '@cambio/server/http/limits.ts'
import { languageOf } from '@cambio/server/language/languageOf.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { mailedCodes } from '../authenticate/mailedCodes.ts'
import { afterAsking, startedEarly } from '../http/afterAsking.ts'
import type { Handlers } from '../http/Handler.ts'
import type { Exchange } from '../program/Exchange.ts'

/** Limits the tries of one account's password over all routes: five a minute. */
export function loginAllowance({
  clock,
  database,
  limitsFactor,
}: Pick<Exchange, 'clock' | 'database' | 'limitsFactor'>): (
  partner: Pick<Partner, 'id'>,
  email: string,
) => Promise<Consumed> {
  const logins = sharedLimiter(
    { clock, query: database.query },
    { limit: { name: 'login', points: 5, windowSeconds: 60 }, factor: limitsFactor },
  )
  return (partner, email) => logins.consume(`${partner.id} ${email.toLowerCase()}`)
}

type ClientPasswords = Pick<Handlers['partnerClient'], 'setPassword' | 'passwordCode' | 'resetPassword'>

/** The routes by which a partner sets its clients' passwords, or has a client set it by a mailed code. */
export function clientPasswordRoutes(exchange: Exchange): ClientPasswords {
  const { passwords } = exchange
  const codes = mailedCodes(exchange)
  const mayTry = loginAllowance(exchange)
  return {
    setPassword: afterAsking(
      ({ partner, body }) => startedEarly(passwords.hash(body.password, partner.id)),
      async ({ partner, params, stores }, hash) => {
        const { client_external_id: externalId } = params
        const account = await stores.accounts.findByExternalId(partner.id, externalId)
        if (!account) throw new Refusal('client_unknown')
        await stores.accounts.setPassword(account.client.id, {
          passwordHash: await hash(),
          replaces: null,
        })
        return { client_external_id: externalId, is_changed: 1 as const }
      },
    ),
    passwordCode: ({ partner, body, stores }) =>
      codes.sendForPassword(stores, {
        partner,
        address: body.email,
        language: languageOf(body.locale),
        clientIp: body.client_ip,
      }),
    async resetPassword({ partner, body, stores, counted }) {
      counted(await mayTry(partner, body.email))
      // This comes before the code is used up, so that a full password queue does not cost another mail.
      const passwordHash = await passwords.hash(body.password, partner.id)
      const { email: address, code } = body
      const client = await codes.takeForPassword(stores, { partner, address, code })
      await stores.accounts.setPassword(client.id, { passwordHash, replaces: null })
      return { is_changed: 1 }
    },
  }
}

/** The route by which a client changes its own password. */
export function changePasswordRoute(exchange: Exchange): Pick<Handlers['client'], 'changePassword'> {
  const { passwords } = exchange
  const mayTry = loginAllowance(exchange)
  return {
    async changePassword({ partner, client, body, stores, counted }) {
      counted(await mayTry(partner, client.email))
      const { current, new: next } = body
      await changePassword({ ...stores, passwords }, { client, current, next })
      return { is_changed: 1 }
    },
  }
}
