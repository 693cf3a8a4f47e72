import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { open, seal } from '@cambio/server/keys/envelope.ts'
import type { Keyring } from '@cambio/server/keys/Keyring.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'

/**
 * The platform's own keys, each for one purpose. They are made once and stored sealed under the key-encryption key. A
 * rotation of that key does not change them, because the fingerprints and tokens that they derive must not change.
 */
export type PlatformKeys = {
  /** Keyed fingerprints of cards and requests: equal for equal inputs, and of no use for trying numbers without the key. */
  fingerprint(purpose: 'card' | 'merchant-card' | 'request', content: string): Buffer
  /** A token, derived from the id of what it stands for: 64 hex digits, of which only the hash is stored. */
  token(purpose: 'card' | 'fields', id: string): string
  /** The secret part of a challenge's addresses: 32 hex digits. */
  challengeSecret(purpose: 'term' | 'request', transactionId: string): string
  /** What the sandbox's bank signs a buyer's decision with. */
  readonly sandboxBank: Uint8Array
  /** What the keys of the sandbox's wallets are derived from. */
  readonly sandboxWallets: Uint8Array
  /** What proves that a page of the hosted fields was served by us. */
  readonly fieldsPage: Uint8Array
  /** The private key that other platforms of the operator's seal cards to. */
  readonly cardMove: Uint8Array
}

const names = [
  'fingerprint',
  'token',
  'challenge',
  'sandbox-bank',
  'sandbox-wallets',
  'fields-page',
  'card-move',
] as const
type Name = (typeof names)[number]

/**
 * Reads the platform's keys, making those that are not there yet. Safe when several processes start at once.
 * @throws StartRefused when they are sealed under a key that is not given
 */
export async function platformKeys(deps: {
  query: Query
  keyring: Keyring
  random: Random
}): Promise<PlatformKeys> {
  const keys = {} as Record<Name, Buffer>
  for (const name of names) keys[name] = (await read(deps, name)) ?? (await make(deps, name))
  const fingerprint = createSecretKey(keys.fingerprint)
  const token = createSecretKey(keys.token)
  const challenge = createSecretKey(keys.challenge)
  return {
    fingerprint: (purpose, content) => mac(fingerprint, purpose, content),
    token: (purpose, id) => mac(token, purpose, id).toString('hex'),
    challengeSecret: (purpose, id) => mac(challenge, purpose, id).toString('hex').slice(0, 32),
    sandboxBank: keys['sandbox-bank'],
    sandboxWallets: keys['sandbox-wallets'],
    fieldsPage: keys['fields-page'],
    cardMove: keys['card-move'],
  }
}

function mac(key: KeyObject, purpose: string, content: string): Buffer {
  return createHmac('sha256', key).update(`${purpose}\0${content}`).digest()
}

async function read(
  { query, keyring }: { query: Query; keyring: Keyring },
  name: Name,
): Promise<Buffer | undefined> {
  const [row] = await query<{ key_id: string; wrapped_key: Buffer; sealed: Buffer }>({
    name: 'platform_key_read',
    text: 'select key_id, wrapped_key, sealed from platform_key where name = $1',
    values: [name],
  })
  if (row === undefined) return undefined
  if (keyring.find(row.key_id) === undefined) throw otherKeys()
  return open(keyring, { keyId: row.key_id, wrappedKey: row.wrapped_key, sealed: row.sealed }, context(name))
}

function otherKeys(): StartRefused {
  return new StartRefused(
    'The key is not among those that this database was sealed with: give every process on it the same CARDS_KEY, CARDS_KEYS_OLD and CARDS_KEY_FILE, or the same DATA_DIR.',
  )
}

async function make(deps: { query: Query; keyring: Keyring; random: Random }, name: Name): Promise<Buffer> {
  const envelope = seal(deps, deps.random.bytes(32), context(name))
  await deps.query({
    name: 'platform_key_make',
    text: `insert into platform_key (name, key_id, wrapped_key, sealed) values ($1, $2, $3, $4)
           on conflict (name) do nothing`,
    values: [name, envelope.keyId, envelope.wrappedKey, envelope.sealed],
  })
  const stored = await read(deps, name)
  if (stored === undefined) throw new Error(`The platform key ${name} was made and is not there.`)
  return stored
}

function context(name: Name): string {
  return `platform key ${name}`
}
