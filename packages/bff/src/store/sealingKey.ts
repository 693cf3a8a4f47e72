import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Keys } from '../program/Keys.ts'

/*
 * The fingerprint of the keys that a database is sealed with. An earlier version checked with it whether it has the
 * right key.
 */

/** Stores the fingerprint, so that a program with other keys can tell. */
export async function storeFingerprint(deps: { query: Query; keys: Keys }): Promise<void> {
  await deps.query({
    name: 'sealing_key_claim',
    text: 'insert into sealing_key (fingerprint) values ($1) on conflict (only_one) do nothing',
    values: [fingerprintOf(deps.keys)],
  })
}

/** The fingerprint in a database; undefined where there is none yet. */
export async function readFingerprint(query: Query): Promise<Buffer | undefined> {
  const [row] = await query<{ fingerprint: Buffer }>({
    name: 'sealing_key_read',
    text: 'select fingerprint from sealing_key',
    values: [],
  })
  return row?.fingerprint
}

/** The fingerprint of these keys. */
export function fingerprintOf(keys: Keys): Buffer {
  return keys.fingerprint('sealing_key', 'of this database')
}
