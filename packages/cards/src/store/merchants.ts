import type { Clock } from '@cambio/server/Clock.ts'
import { openText, sealText } from '@cambio/server/keys/envelope.ts'
import type { Keyring } from '@cambio/server/keys/Keyring.ts'
import type { SignatureAlgorithm } from '@cambio/server/messageSignature/SignatureKey.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { Wallet } from '../means/networkToken/NetworkToken.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { HashAlgorithm } from '../protocol/hash.ts'
import type { OptionalField } from '../protocol/requests.ts'
import { signatureColumns, signaturesIn, type SignatureRow } from './merchantSignatures.ts'

type Row = SignatureRow & {
  id: string
  name: string
  descriptor: string
  mode: 'test' | 'live'
  acquirer: string
  key_id: string
  wrapped_key: Buffer
  sealed: Buffer
  former_key_id: string | null
  former_wrapped_key: Buffer | null
  former_sealed: Buffer | null
  former_until: Date | null
  hash: HashAlgorithm
  notification_url: string | null
  capture_delay_ms: bigint | null
  tokenization: boolean
  wallets: Wallet[]
  ip_allow: string[] | null
  sales_per_second: number | null
  sales_per_minute: number | null
  declines_per_hour: number | null
  declines_per_day: number | null
  optional_fields: OptionalField[]
  blocked_at: Date | null
}

const SELECT = `
  select m.id, m.name, m.descriptor, m.mode, m.acquirer, m.key_id, m.wrapped_key, m.sealed, m.former_key_id,
    m.former_wrapped_key, m.former_sealed, m.former_until, m.hash, m.notification_url,
    m.capture_delay_ms, m.tokenization, m.ip_allow, m.sales_per_second, m.sales_per_minute, m.declines_per_hour,
    m.declines_per_day, m.optional_fields, m.wallets, m.blocked_at, ${signatureColumns}
  from merchant m left join merchant_signature s on s.merchant_id = m.id`

/** The merchant with a client_key; undefined when there is none. */
export async function findMerchant(
  deps: { query: Query; keyring: Keyring; clock: Clock },
  clientKey: string,
): Promise<Merchant | undefined> {
  const [row] = await deps.query<Row>({
    name: 'merchant_find',
    text: `${SELECT} where m.id = $1`,
    values: [clientKey],
  })
  return row && merchantOf(deps.keyring, row, deps.clock.now())
}

/** The merchants with these client_keys, those that there are. */
export async function findMerchants(
  deps: { query: Query; keyring: Keyring; clock: Clock },
  clientKeys: readonly string[],
): Promise<ReadonlyMap<string, Merchant>> {
  const rows = await deps.query<Row>({
    name: 'merchant_find_all',
    text: `${SELECT} where m.id = any ($1::uuid[])`,
    values: [clientKeys],
  })
  const now = deps.clock.now()
  return new Map(rows.map((row) => [row.id, merchantOf(deps.keyring, row, now)]))
}

/** What an operator sets of a merchant. */
export type MerchantSettings = Omit<
  Merchant,
  'id' | 'signer' | 'formerSigner' | 'signatureKeys' | 'blocked'
> & {
  readonly algorithm: HashAlgorithm
}

export type NewMerchant = MerchantSettings & { readonly id: string; readonly password: string }

/** Creates a merchant, or replaces the settings and password of the one with this client_key. */
export async function saveMerchant(
  deps: { query: Query; keyring: Keyring; random: Random },
  merchant: NewMerchant,
  at: Date,
): Promise<void> {
  const { keyId, wrappedKey, sealed } = sealText(deps, merchant.password, contextOf(merchant.id))
  await deps.query({
    name: 'merchant_save',
    text: `insert into merchant (id, name, descriptor, mode, acquirer, key_id, wrapped_key, sealed, hash, notification_url,
             capture_delay_ms, tokenization, ip_allow, sales_per_second, sales_per_minute, declines_per_hour,
             declines_per_day, created_at, optional_fields, wallets)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
           on conflict (id) do update set name = excluded.name, descriptor = excluded.descriptor, mode = excluded.mode,
             acquirer = excluded.acquirer,
             key_id = excluded.key_id, wrapped_key = excluded.wrapped_key, sealed = excluded.sealed,
             hash = excluded.hash, notification_url = excluded.notification_url,
             capture_delay_ms = excluded.capture_delay_ms, tokenization = excluded.tokenization,
             ip_allow = excluded.ip_allow, sales_per_second = excluded.sales_per_second,
             sales_per_minute = excluded.sales_per_minute, declines_per_hour = excluded.declines_per_hour,
             declines_per_day = excluded.declines_per_day, optional_fields = excluded.optional_fields,
             wallets = excluded.wallets`,
    values: [
      merchant.id,
      merchant.name,
      merchant.descriptor,
      merchant.mode,
      merchant.acquirer,
      keyId,
      wrappedKey,
      sealed,
      merchant.algorithm,
      merchant.notificationUrl,
      merchant.captureDelayMs,
      merchant.tokenization,
      merchant.ipAllow,
      merchant.salesPerSecond,
      merchant.salesPerMinute,
      merchant.declinesPerHour,
      merchant.declinesPerDay,
      at,
      merchant.optionalFields,
      merchant.wallets,
    ],
  })
}

/** Changes the given settings. The others keep their values, even if they are changed at the same time. */
export async function changeMerchant(
  query: Query,
  clientKey: string,
  settings: Partial<MerchantSettings>,
): Promise<void> {
  const changes = Object.entries(settings).map(([name, value]) => [columns.get(name), value])
  await query({
    name: 'merchant_change',
    text: `update merchant stored
           set (name, descriptor, mode, acquirer, hash, notification_url, capture_delay_ms, tokenization, ip_allow,
             sales_per_second, sales_per_minute, declines_per_hour, declines_per_day, optional_fields, wallets) =
             (select name, descriptor, mode, acquirer, hash, notification_url, capture_delay_ms, tokenization, ip_allow,
                sales_per_second, sales_per_minute, declines_per_hour, declines_per_day, optional_fields, wallets
              from jsonb_populate_record(stored, $2))
           where id = $1`,
    values: [clientKey, JSON.stringify(Object.fromEntries(changes))],
  })
}

const columns: ReadonlyMap<string, string> = new Map(
  Object.entries({
    name: 'name',
    descriptor: 'descriptor',
    mode: 'mode',
    acquirer: 'acquirer',
    algorithm: 'hash',
    notificationUrl: 'notification_url',
    captureDelayMs: 'capture_delay_ms',
    tokenization: 'tokenization',
    ipAllow: 'ip_allow',
    salesPerSecond: 'sales_per_second',
    salesPerMinute: 'sales_per_minute',
    declinesPerHour: 'declines_per_hour',
    declinesPerDay: 'declines_per_day',
    optionalFields: 'optional_fields',
    wallets: 'wallets',
  } satisfies Record<keyof MerchantSettings, string>),
)

/** Gives a merchant a new password. The present one stays valid until `formerUntil`; an earlier former one ends at once. */
export async function setPassword(
  deps: { query: Query; keyring: Keyring; random: Random },
  clientKey: string,
  { password, formerUntil }: { readonly password: string; readonly formerUntil: Date },
): Promise<void> {
  const { keyId, wrappedKey, sealed } = sealText(deps, password, contextOf(clientKey))
  await deps.query({
    name: 'merchant_password',
    text: `
      update merchant set former_key_id = key_id, former_wrapped_key = wrapped_key, former_sealed = sealed,
        former_until = $5, key_id = $2, wrapped_key = $3, sealed = $4
      where id = $1`,
    values: [clientKey, keyId, wrappedKey, sealed, formerUntil],
  })
}

/** A merchant without its password and keys. */
export type ListedMerchant = Omit<Merchant, 'signer' | 'formerSigner' | 'signatureKeys'> & {
  readonly algorithm: HashAlgorithm
  readonly signature: SignatureAlgorithm | null
}

/** Every merchant, oldest first. Nothing is unsealed, so no key is needed. */
export async function listMerchants({ query }: { query: Query }): Promise<ListedMerchant[]> {
  const rows = await query<Row>({
    name: 'merchant_list',
    text: `${SELECT} order by m.created_at, m.id`,
    values: [],
  })
  return rows.map((row) => ({
    ...settingsOf(row),
    algorithm: row.hash,
    signature: row.signature_algorithm,
  }))
}

/** Blocks a merchant, or unblocks it (null). @returns whether there is such a merchant */
export async function setBlocked(query: Query, clientKey: string, at: Date | null): Promise<boolean> {
  const rows = await query<object>({
    name: 'merchant_block',
    text: 'update merchant set blocked_at = $2 where id = $1 returning 1 as done',
    values: [clientKey, at],
  })
  return rows.length === 1
}

function merchantOf(keyring: Keyring, row: Row, now: Date): Merchant {
  const envelope = { keyId: row.key_id, wrappedKey: row.wrapped_key, sealed: row.sealed }
  return {
    ...settingsOf(row),
    signer: { password: openText(keyring, envelope, contextOf(row.id)), algorithm: row.hash },
    formerSigner: formerSignerOf(keyring, row, now),
    signatureKeys: signaturesIn(keyring, row, now),
  }
}

function formerSignerOf(keyring: Keyring, row: Row, now: Date): Merchant['formerSigner'] {
  const {
    former_key_id: keyId,
    former_wrapped_key: wrappedKey,
    former_sealed: sealed,
    former_until: until,
  } = row
  if (keyId === null || wrappedKey === null || sealed === null || until === null || now >= until) return null
  return {
    password: openText(keyring, { keyId, wrappedKey, sealed }, contextOf(row.id)),
    algorithm: row.hash,
  }
}

function settingsOf(row: Row): Omit<Merchant, 'signer' | 'formerSigner' | 'signatureKeys'> {
  return {
    id: row.id,
    name: row.name,
    descriptor: row.descriptor,
    mode: row.mode,
    acquirer: row.acquirer,
    notificationUrl: row.notification_url,
    captureDelayMs: row.capture_delay_ms === null ? null : Number(row.capture_delay_ms),
    tokenization: row.tokenization,
    ipAllow: row.ip_allow,
    salesPerSecond: row.sales_per_second,
    salesPerMinute: row.sales_per_minute,
    declinesPerHour: row.declines_per_hour,
    declinesPerDay: row.declines_per_day,
    optionalFields: row.optional_fields,
    wallets: row.wallets,
    blocked: row.blocked_at !== null,
  }
}

/** A password opens for the merchant it was sealed for and no other. */
function contextOf(merchantId: string): string {
  return `merchant ${merchantId}`
}
