import { open, rewrap, seal, type Envelope } from '@cambio/server/keys/envelope.ts'
import type { Keyring } from '@cambio/server/keys/Keyring.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import { derivedKeys, keysOf, type InnerKeys, type Keys } from '../program/Keys.ts'
import { fingerprintOf, readFingerprint } from './sealingKey.ts'

type Deps = { readonly query: Query; readonly keyring: Keyring; readonly random: Random }
type Name = keyof InnerKeys
const names: readonly Name[] = ['seal', 'fingerprint']

type KeyRow = {
  readonly name: Name
  readonly key_id: string
  readonly wrapped_key: Buffer
  readonly sealed: Buffer
}

/**
 * The keys by which the exchange works with its database. They are created once and stay when the key-encryption key
 * changes. In the database of an earlier exchange they are derived from its key, which is needed once more.
 * @throws StartRefused if they were sealed under a key that is not configured
 */
export async function openKeys(deps: Deps): Promise<Keys> {
  const inner = (await readInner(deps)) ?? (await makeInner(deps))
  return keysOf(deps, inner)
}

/** Checks that our keys open the sealed data, and creates none. @throws StartRefused if they do not */
export async function checkKeys(deps: Deps): Promise<void> {
  if ((await readInner(deps)) === undefined) await startingKeys(deps)
}

/** Moves the inner keys to the current key-encryption key, and counts those that were under another. */
export async function rewrapInnerKeys(deps: Deps): Promise<number> {
  let moved = 0
  for (const row of await readRows(deps.query)) {
    if (row.key_id === deps.keyring.current().id) continue
    const next = rewrap(deps, { keyId: row.key_id, wrappedKey: row.wrapped_key })
    const done = await deps.query<object>({
      name: 'inner_key_rewrap',
      text: `
        update inner_key set key_id = $3, wrapped_key = $4
        where name = $1 and wrapped_key = $2 returning 1 as done`,
      values: [row.name, row.wrapped_key, next.keyId, next.wrappedKey],
    })
    moved += done.length
  }
  return moved
}

/** The ids of the key-encryption keys that the inner keys are sealed under. */
export async function keysInUse(query: Query): Promise<ReadonlySet<string>> {
  return new Set((await readRows(query)).map(({ key_id: id }) => id))
}

async function readInner({ query, keyring }: Deps): Promise<InnerKeys | undefined> {
  const rows = await readRows(query)
  const keyOf = (name: Name) => {
    const row = rows.find((each) => each.name === name)
    return row && open(keyring, envelopeOf(row), context(name))
  }
  if (rows.some(({ key_id: id }) => keyring.find(id) === undefined)) throw anotherKey()
  const [sealing, fingerprint] = names.map(keyOf)
  return sealing && fingerprint && { seal: sealing, fingerprint }
}

/** Creates the inner keys. If several processes do so at once, one succeeds, so the keys are read again. */
async function makeInner(deps: Deps): Promise<InnerKeys> {
  const fresh = await startingKeys(deps)
  const envelopes = names.map((name) => ({ name, ...seal(deps, fresh[name], context(name)) }))
  await deps.query({
    name: 'inner_key_make',
    text: `
      insert into inner_key (name, key_id, wrapped_key, sealed)
      select * from unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[]) on conflict do nothing`,
    values: [
      envelopes.map(({ name }) => name),
      envelopes.map(({ keyId }) => keyId),
      envelopes.map(({ wrappedKey }) => wrappedKey),
      envelopes.map(({ sealed }) => sealed),
    ],
  })
  const made = await readInner(deps)
  if (made === undefined) throw new Error('The inner keys were made and are not there.')
  return made
}

/** The keys derived for an earlier exchange from the key that it used, or random ones for a new database. */
async function startingKeys({ query, keyring, random }: Deps): Promise<InnerKeys> {
  const known = await readFingerprint(query)
  if (known === undefined) return { seal: random.bytes(32), fingerprint: random.bytes(32) }
  const earlier = keyring
    .all()
    .map(({ key }) => derivedKeys(key))
    .find((inner) => fingerprintOf(keysOf({ random }, inner)).equals(known))
  if (earlier === undefined) throw anotherKey()
  return earlier
}

function anotherKey(): StartRefused {
  return new StartRefused(
    'The secrets in this database are sealed with another key: set EXCHANGE_KEY to the one it was made with or was changed to, EXCHANGE_KEYS_OLD to those before it, or DATA_DIR to the folder that holds its exchange.key. Nothing was changed.',
  )
}

function readRows(query: Query): Promise<KeyRow[]> {
  return query<KeyRow>({
    name: 'inner_key_read',
    text: 'select name, key_id, wrapped_key, sealed from inner_key',
    values: [],
  })
}

function envelopeOf({ key_id: keyId, wrapped_key: wrappedKey, sealed }: KeyRow): Envelope {
  return { keyId, wrappedKey, sealed }
}

function context(name: Name): string {
  return `inner key ${name}`
}
