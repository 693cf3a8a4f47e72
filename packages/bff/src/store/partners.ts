import type { Brand } from '@cambio/exchange/partner/Brand.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { gatheredRow, rowRead } from '@cambio/server/postgres/gathered/gatheredRow.ts'
import type { Keys } from '../program/Keys.ts'
import type { StoreDeps } from './StoreDeps.ts'

/** A partner with the secrets that check its requests: the current one, and the former one while it is valid. */
export type PartnerWithSecrets = { readonly partner: Partner; readonly secrets: readonly string[] }

/** A partner's secret and its former one. */
export const MOST_SECRETS = 2

/** What the operator sets for a new partner. Secrets are shown once, when they are created, and stored sealed. */
export type NewPartner = Omit<Partner, 'id' | 'settlement' | 'isSuspended' | 'movedTo' | 'brand'> & {
  readonly apiKey: string
  readonly secret: string
  readonly callbackSecret: string
}

/** The secrets that sign a partner's callbacks; the former one is null once it has expired. */
export type CallbackSecrets = { readonly secret: string; readonly formerSecret: string | null }

export type PartnerStore = {
  find(id: string): Promise<Partner | undefined>
  /** Finds a partner by its API key, or by its former one while that is valid. */
  findByKey(apiKey: string): Promise<PartnerWithSecrets | undefined>
  /** Creates a partner, or updates the one with this API key to these values. */
  put(partner: NewPartner): Promise<Partner>
  /**
   * Creates a partner, or adds these origins to the one with this API key. It also sets the main endpoint, if this one
   * differs from the last that was set in this way. Everything else is left to the operator and the partner.
   */
  ensure(partner: NewPartner): Promise<void>
  /** Gives the partner with this API key a contact, if it has none. */
  ensureContact(apiKey: string, email: string): Promise<void>
}

type PartnerRow = {
  readonly id: string
  readonly name: string
  readonly origins: string[]
  readonly callback_url: string | null
  readonly callback_version: 1 | 2 | null
  readonly require_timestamp: boolean
  readonly least_signature_version: 1 | 2
  readonly allowed_addresses: string[]
  readonly first_order_free: boolean
  readonly settlement: Partner['settlement']
  readonly statuses: Partner['statuses']
  readonly suspended: boolean
  readonly moved_to: string | null
  readonly theme: Brand['theme']
  readonly logo: string | null
  readonly logo_dark: string | null
}

type SecretRow = PartnerRow & {
  readonly secret_sealed: Buffer
  readonly former_secret_sealed: Buffer | null
}

const COLUMNS = `id, name, origins, callback_url, callback_version, require_timestamp, first_order_free, settlement,
  statuses, least_signature_version, allowed_addresses, suspended_at is not null as suspended, moved_to,
  theme, logo, logo_dark`

const FIND = rowRead('partner_find', `select ${COLUMNS} from partner where id = $1`, ['text'])

/** The subject for an unknown key, so that equally many secrets are opened for it. */
const NOBODY = 'partner secret of nobody'
/** As long as a partner's secret. */
const NOBODYS_SECRET = '-'.repeat(43)

export function partnerStore(deps: StoreDeps): PartnerStore {
  const { query, keys, now } = deps
  const rowOf = gatheredRow<PartnerRow>(query, FIND)
  let nobodys: Buffer | undefined
  const nobodysSecret = () => (nobodys ??= keys.seal(NOBODY, NOBODYS_SECRET))
  const store: PartnerStore = {
    async find(id) {
      const row = await rowOf(id)
      return row && partnerOf(row)
    },
    async findByKey(apiKey) {
      const [row] = await query<SecretRow>({
        name: 'partner_find_by_key',
        text: `
          select ${COLUMNS}, secret_sealed,
            case when former_secret_until > $2 then former_secret_sealed end as former_secret_sealed
          from partner where api_key = $1 or (former_api_key = $1 and former_api_key_until > $2)`,
        values: [apiKey, now()],
      })
      const sealed = row ? [row.secret_sealed, row.former_secret_sealed].filter((each) => each !== null) : []
      const secrets = sealed.map((each) => keys.open(`partner secret ${row?.id}`, each))
      // Equally many secrets are opened for an unknown key, so that response times do not reveal which keys exist.
      for (let opened = sealed.length; opened < MOST_SECRETS; opened += 1) keys.open(NOBODY, nobodysSecret())
      return row && { partner: partnerOf(row), secrets }
    },
    async put(input) {
      const id = (await idOfKey(input.apiKey)) ?? deps.random.uuid()
      const [row] = await query<PartnerRow>({
        name: 'partner_put',
        text: PUT,
        values: valuesOf(deps, id, input),
      })
      if (!row) throw new Error('A partner that was just written is not there')
      return partnerOf(row)
    },
    async ensure(input) {
      const id = (await idOfKey(input.apiKey)) ?? (await store.put(input)).id
      await query({
        name: 'partner_ensure',
        text: `
          update partner set ensured_callback_url = $3,
            callback_url = case when ensured_callback_url is distinct from $3 then $3 else callback_url end,
            origins = origins || array(select page from unnest($2::text[]) page where page <> all (origins))
          where id = $1`,
        values: [id, [...input.origins], input.callbackUrl],
      })
    },
    async ensureContact(apiKey, email) {
      await query({
        name: 'partner_ensure_contact',
        text: 'update partner set contact_email = $2 where id = $1 and contact_email is null',
        values: [await idOfKey(apiKey), email],
      })
    },
  }
  return store

  /** The partner of a current or former API key. */
  async function idOfKey(apiKey: string): Promise<string | undefined> {
    const [keyOwner] = await query<{ id: string }>({
      name: 'partner_id_of_key',
      text: 'select id from partner where api_key = $1 or former_api_key = $1',
      values: [apiKey],
    })
    return keyOwner?.id
  }
}

const PUT = `
  insert into partner (id, name, api_key, secret_sealed, callback_secret_sealed, origins, callback_url,
    callback_version, require_timestamp, first_order_free, statuses, created_at,
    least_signature_version, allowed_addresses)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  on conflict (api_key) do update set name = excluded.name,
    secret_sealed = case when partner.id = excluded.id then excluded.secret_sealed else partner.secret_sealed end,
    callback_secret_sealed = case when partner.id = excluded.id then excluded.callback_secret_sealed
      else partner.callback_secret_sealed end,
    origins = excluded.origins, callback_url = excluded.callback_url,
    callback_version = excluded.callback_version, require_timestamp = excluded.require_timestamp,
    first_order_free = excluded.first_order_free, statuses = excluded.statuses,
    least_signature_version = excluded.least_signature_version,
    allowed_addresses = excluded.allowed_addresses
  returning ${COLUMNS}`

function valuesOf({ keys, now }: StoreDeps, id: string, input: NewPartner): readonly unknown[] {
  return [
    id,
    input.name,
    input.apiKey,
    sealSecret(keys, id, input.secret),
    sealCallbackSecret(keys, id, input.callbackSecret),
    [...input.origins],
    input.callbackUrl,
    input.callbackVersion,
    input.requireTimestamp,
    input.firstOrderFree,
    input.statuses,
    now(),
    input.leastSignatureVersion,
    [...input.allowedAddresses],
  ]
}

/** Seals the secret that signs a partner's requests. */
export function sealSecret(keys: Keys, partnerId: string, secret: string): Uint8Array {
  return keys.seal(`partner secret ${partnerId}`, secret)
}

/** Seals the secret that signs a partner's callbacks. */
export function sealCallbackSecret(keys: Keys, partnerId: string, secret: string): Uint8Array {
  return keys.seal(`partner callback secret ${partnerId}`, secret)
}

/** SQL columns of `p` that read the secrets of a partner's callbacks, at the time in a parameter. */
export function callbackSecretColumns(at: string): string {
  return `p.callback_secret_sealed,
    case when p.former_callback_secret_until > ${at} then p.former_callback_secret_sealed end
      as former_callback_secret_sealed`
}

/** A row with `callbackSecretColumns`. */
export type CallbackSecretRow = {
  readonly partner_id: string
  readonly callback_secret_sealed: Buffer
  readonly former_callback_secret_sealed: Buffer | null
}

/** Opens the secrets with which a partner's callbacks are signed. */
export function openCallbackSecrets(keys: Keys, row: CallbackSecretRow): CallbackSecrets {
  const open = (sealed: Buffer) => keys.open(`partner callback secret ${row.partner_id}`, sealed)
  const { former_callback_secret_sealed: former } = row
  return { secret: open(row.callback_secret_sealed), formerSecret: former && open(former) }
}

function partnerOf(row: PartnerRow): Partner {
  return {
    id: row.id,
    name: row.name,
    origins: row.origins,
    callbackUrl: row.callback_url,
    callbackVersion: row.callback_version,
    requireTimestamp: row.require_timestamp,
    leastSignatureVersion: row.least_signature_version,
    allowedAddresses: row.allowed_addresses,
    firstOrderFree: row.first_order_free,
    settlement: row.settlement,
    statuses: row.statuses,
    isSuspended: row.suspended,
    movedTo: row.moved_to,
    brand: { theme: row.theme, logo: row.logo, logoDark: row.logo_dark },
  }
}
