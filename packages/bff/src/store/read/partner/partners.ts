import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Theme } from '@cambio/wire/theme/Theme.ts'

/** A partner as the operator sees it: everything but its secrets. */
export type PartnerRecord = {
  readonly id: string
  readonly name: string
  readonly apiKey: string
  readonly origins: readonly string[]
  readonly callbackUrl: string | null
  readonly callbackVersion: 1 | 2 | null
  /** When its endpoint answered 410, which switched its callbacks off. */
  readonly callbacksOffAt: Date | null
  readonly statuses: Partner['statuses']
  readonly requireTimestamp: boolean
  readonly leastSignatureVersion: Partner['leastSignatureVersion']
  readonly allowedAddresses: readonly string[]
  readonly firstOrderFree: boolean
  readonly identifiesClients: boolean
  readonly attemptCallbacks: boolean
  readonly settlement: Partner['settlement']
  /** Who may sign in to the partner's page. */
  readonly contactEmail: string | null
  readonly theme: Theme | null
  readonly logo: string | null
  readonly logoDark: string | null
  readonly suspendedAt: Date | null
  readonly createdAt: Date
  /** Until when the rotated key is valid beside the new one; null where none is. */
  readonly formerApiKeyUntil: Date | null
  readonly formerSecretUntil: Date | null
  readonly formerCallbackSecretUntil: Date | null
}

/** An act of the operator about a partner. */
export type PartnerAct = {
  readonly act: string
  readonly detail: unknown
  readonly reason: string | null
  readonly actor: string
  readonly at: Date
}

const COLUMNS = `id, name, api_key as "apiKey", origins, callback_url as "callbackUrl",
  callback_version as "callbackVersion", callbacks_off_at as "callbacksOffAt", statuses,
  require_timestamp as "requireTimestamp", least_signature_version as "leastSignatureVersion",
  allowed_addresses as "allowedAddresses", first_order_free as "firstOrderFree",
  identifies_clients as "identifiesClients", attempt_callbacks as "attemptCallbacks", settlement, contact_email as "contactEmail",
  theme, logo, logo_dark as "logoDark",
  suspended_at as "suspendedAt", created_at as "createdAt",
  case when former_api_key_until > $1 then former_api_key_until end as "formerApiKeyUntil",
  case when former_secret_until > $1 then former_secret_until end as "formerSecretUntil",
  case when former_callback_secret_until > $1 then former_callback_secret_until end as "formerCallbackSecretUntil"`

type Asking = { readonly query: Query; readonly now: () => Date }

/** Every partner, by name. */
export function listPartners({ query, now }: Asking): Promise<PartnerRecord[]> {
  const text = `select ${COLUMNS} from partner order by name, id`
  return query<PartnerRecord>({ name: 'cli_partners', text, values: [now()] })
}

export async function showPartner({ query, now }: Asking, id: string): Promise<PartnerRecord> {
  const text = `select ${COLUMNS} from partner where id = $2`
  const [partner] = await query<PartnerRecord>({ name: 'cli_partner_show', text, values: [now(), id] })
  if (!partner) throw new Error(`There is no partner ${id}`)
  return partner
}

/** The operator's last acts about a partner, newest first, at most twenty. */
export function lastActs({ query }: Pick<Asking, 'query'>, id: string): Promise<PartnerAct[]> {
  return query<PartnerAct>({
    name: 'cli_partner_acts',
    text: `
      select act, detail, reason, actor, at from partner_act
      where partner_id = $1 order by at desc, id limit 20`,
    values: [id],
  })
}
