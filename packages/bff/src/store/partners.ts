import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import type { Keys } from '../program/Keys.ts'
import type { StoreDeps } from './StoreDeps.ts'

/** A partner with what its requests are checked by. */
export type PartnerWithSecret = { readonly partner: Partner; readonly secret: string }

/** What the operator says of a new partner. Secrets are shown once, when it is made, and kept sealed. */
export type NewPartner = Omit<Partner, 'id' | 'settlement'> & {
  readonly apiKey: string
  readonly secret: string
  readonly callbackSecret: string
}

export type PartnerStore = {
  find(id: string): Promise<Partner | undefined>
  findByKey(apiKey: string): Promise<PartnerWithSecret | undefined>
  /** Makes a partner, or brings the one with this API key to what is said. */
  put(partner: NewPartner): Promise<Partner>
}

type PartnerRow = {
  readonly id: string
  readonly name: string
  readonly secret_sealed: Buffer
  readonly origins: string[]
  readonly callback_url: string | null
  readonly callback_version: 1 | 2 | null
  readonly require_timestamp: boolean
  readonly first_order_free: boolean
  readonly settlement: Partner['settlement']
}

export function partnerStore(deps: StoreDeps): PartnerStore {
  const { query, keys } = deps
  return {
    async find(id) {
      const [row] = await query<PartnerRow>({
        name: 'partner_find',
        text: 'select * from partner where id = $1',
        values: [id],
      })
      return row && partnerOf(row)
    },
    async findByKey(apiKey) {
      const [row] = await query<PartnerRow>({
        name: 'partner_find_by_key',
        text: 'select * from partner where api_key = $1',
        values: [apiKey],
      })
      return (
        row && { partner: partnerOf(row), secret: keys.open(`partner secret ${row.id}`, row.secret_sealed) }
      )
    },
    async put(input) {
      const [known] = await query<{ id: string }>({
        name: 'partner_id_of_key',
        text: 'select id from partner where api_key = $1',
        values: [input.apiKey],
      })
      const id = known?.id ?? deps.random.uuid()
      const [row] = await query<PartnerRow>({
        name: 'partner_put',
        text: PUT,
        values: valuesOf(deps, id, input),
      })
      if (!row) throw new Error('A partner that was just written is not there')
      return partnerOf(row)
    },
  }
}

const PUT = `
  insert into partner (id, name, api_key, secret_sealed, callback_secret_sealed, origins, callback_url,
    callback_version, require_timestamp, first_order_free, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  on conflict (api_key) do update set name = excluded.name,
    secret_sealed = case when partner.id = excluded.id then excluded.secret_sealed else partner.secret_sealed end,
    callback_secret_sealed = case when partner.id = excluded.id then excluded.callback_secret_sealed
      else partner.callback_secret_sealed end,
    origins = excluded.origins, callback_url = excluded.callback_url,
    callback_version = excluded.callback_version, require_timestamp = excluded.require_timestamp,
    first_order_free = excluded.first_order_free
  returning *`

function valuesOf({ keys, now }: StoreDeps, id: string, input: NewPartner): readonly unknown[] {
  return [
    id,
    input.name,
    input.apiKey,
    keys.seal(`partner secret ${id}`, input.secret),
    keys.seal(`partner callback secret ${id}`, input.callbackSecret),
    [...input.origins],
    input.callbackUrl,
    input.callbackVersion,
    input.requireTimestamp,
    input.firstOrderFree,
    now(),
  ]
}

/** Opens the secret with which a partner's callbacks are signed. */
export function openCallbackSecret(keys: Keys, partnerId: string, sealed: Uint8Array): string {
  return keys.open(`partner callback secret ${partnerId}`, sealed)
}

function partnerOf(row: PartnerRow): Partner {
  return {
    id: row.id,
    name: row.name,
    origins: row.origins,
    callbackUrl: row.callback_url,
    callbackVersion: row.callback_version,
    requireTimestamp: row.require_timestamp,
    firstOrderFree: row.first_order_free,
    settlement: row.settlement,
  }
}
