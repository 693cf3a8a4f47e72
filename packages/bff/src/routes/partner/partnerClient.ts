import type { Account } from '@cambio/exchange/client/Account.ts'
import { effectiveLevel, type Client } from '@cambio/exchange/client/Client.ts'
import { logIn } from '@cambio/exchange/client/logIn.ts'
import { registerClient } from '@cambio/exchange/client/registerClient.ts'
import { updateClient } from '@cambio/exchange/client/updateClient.ts'
import { checkVerification } from '@cambio/exchange/limit/checkVerification.ts'
import { startVerification } from '@cambio/exchange/limit/startVerification.ts'
import { sendMessage } from '@cambio/exchange/message/sendMessage.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { sharedLimiter } from '@cambio/server/http/limits.ts'
import type { PartnerClient, UpdateClient, VerificationOfClient } from '@cambio/wire/Client.ts'
import { fieldRefusal, Refusal } from '@cambio/wire/http/Problem.ts'
import * as Money from '@cambio/wire/Money.ts'
import { withMetadata } from '@cambio/wire/partner/Metadata.ts'
import type * as z from 'zod/mini'
import { afterAsking, startedEarly } from '../../http/afterAsking.ts'
import type { Handlers } from '../../http/Handler.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { Stores } from '../../store/stores.ts'
import { euroLimit } from '../clientLimits.ts'
import { clientPasswordRoutes, loginAllowance } from '../clientPasswords.ts'

/** The routes by which a partner manages its own clients. */
export function partnerClientRoutes(exchange: Exchange): Handlers['partnerClient'] {
  const { catalogue, clock, random, cell, passwords, database, limitsFactor } = exchange
  const deps = { catalogue, random, cell, now: () => clock.now(), passwords }
  const mayTry = loginAllowance(exchange)
  const messages = sharedLimiter(
    { clock, query: database.query },
    { limit: { name: 'send_msg', points: 5, windowSeconds: 3_600 }, factor: limitsFactor },
  )
  /** The operator's allowance for a partner is not scaled by the factor on limits. */
  const messagesADay = (points: number) =>
    sharedLimiter(
      { clock, query: database.query },
      { limit: { name: 'send_msg-day', points, windowSeconds: 86_400 }, factor: 1 },
    )

  async function update(call: {
    readonly partner: Partner
    readonly params: { readonly client_external_id: string }
    readonly body: UpdateClient
    readonly stores: Stores
  }) {
    const { client_external_id: externalId } = call.params
    await updateClient(call.stores, { partner: call.partner, externalId, changes: call.body })
    return { client_external_id: externalId, is_updated: 1 as const }
  }

  /** The client that a query names. @throws Refusal field_required, client_unknown */
  async function clientNamed(
    { partner, stores }: { readonly partner: Partner; readonly stores: Stores },
    query: z.output<typeof VerificationOfClient>,
  ): Promise<Client> {
    const { client_external_id: externalId, client_email: email } = query
    if (externalId === undefined && email === undefined)
      throw fieldRefusal(
        'field_required',
        ['client_external_id', 'client_email'],
        'Send client_external_id or client_email',
      )
    const byId =
      externalId === undefined
        ? undefined
        : (await stores.accounts.findByExternalId(partner.id, externalId))?.client
    const byEmail = email === undefined ? byId : await stores.clients.findByEmail(partner.id, email)
    if (!byEmail || (externalId !== undefined && byId?.id !== byEmail.id)) throw new Refusal('client_unknown')
    return byEmail
  }

  return {
    register: afterAsking(
      ({ partner, body }) => startedEarly(passwords.hash(body.password, partner.id)),
      async ({ partner, body, stores }, hash) => {
        await registerClient({ ...deps, ...stores, passwords: { hash } }, { partner, details: body })
        return { client_external_id: body.client_external_id, is_registered: 1 as const }
      },
    ),
    async login({ partner, body, stores, counted }) {
      counted(await mayTry(partner, body.email))
      const { email, password, remote_country: remoteCountry } = body
      return { ts: await logIn({ ...deps, ...stores }, { partner, email, password, remoteCountry }) }
    },
    async sendMessage({ partner, body, stores, counted }) {
      const { messageRail } = exchange
      // Each partner has its own five for a phone, so that none can use up another's.
      const count = async (phone: string, perDay: number) => {
        counted(await messages.consume(`${partner.id} ${phone}`))
        counted(await messagesADay(perDay).consume(partner.id))
      }
      const sending = { ...stores, messageRail, random, catalogue, count }
      return { message_id: await sendMessage(sending, { partner, fields: body }) }
    },
    async verificationUrl({ query, ...call }) {
      return { verification_url: await startVerification(exchange, await clientNamed(call, query)) }
    },
    async checkVerification({ partner, params, body, stores }) {
      const { verification, rates } = exchange
      const { provider } = params
      if (provider !== verification.name)
        throw new Refusal('provider_unknown', `The provider here is ${verification.name}`, {
          extra: { providers: [verification.name] },
        })
      const account = await stores.accounts.findByExternalId(partner.id, body.external_id)
      if (!account) throw fieldRefusal('client_unknown', ['external_id'], 'You have no such client')
      const checking = { ...deps, ...stores, verification, rates }
      const text = await checkVerification(checking, account.client, { shareToken: body.share_token })
      const { externalId } = account.profile
      return {
        client_external_id: externalId,
        provider,
        status_msg: { verification: text },
        success: 1,
      }
    },
    update,
    updateByPost: update,
    ...clientPasswordRoutes(exchange),
    async info({ partner, params, stores }) {
      const account = await stores.accounts.findByExternalId(partner.id, params.client_external_id)
      if (!account) throw new Refusal('client_unknown')
      return partnerClient(exchange, stores, account)
    },
  }
}

/** A client as its partner reads it, with what it may still pay in by card. */
async function partnerClient(
  exchange: Exchange,
  stores: Pick<Stores, 'clients'>,
  { client, profile }: Account,
): Promise<PartnerClient> {
  const left = await euroLimit(exchange, stores, { client, group: 'card' })
  return {
    client_external_id: profile.externalId,
    external_email: client.email,
    external_phone: profile.phone,
    external_email_verified: profile.emailVerified ? 1 : 0,
    external_phone_verified: profile.phoneVerified ? 1 : 0,
    first_name: profile.firstName,
    last_name: profile.lastName,
    birth_date: profile.birthDate === null ? null : `${profile.birthDate} 00:00:00.000000`,
    gender: profile.gender,
    country: profile.country,
    limits: {
      client_limit_in_EUR: Number(Money.format(left)),
      verification_level: effectiveLevel(client),
    },
    ...withMetadata(profile.metadata),
  }
}
