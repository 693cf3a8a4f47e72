import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Keys } from '../program/Keys.ts'

/*
 * The mark of the keys that a database is sealed with. An earlier version checked by it whether it has the right one.
 */

/** Leaves the mark, for a program with other keys. */
export async function claimSealingKey(deps: { query: Query; keys: Keys }): Promise<void> {
  await deps.query({
    name: 'sealing_key_claim',
    text: 'insert into sealing_key (fingerprint) values ($1) on conflict (only_one) do nothing',
    values: [fingerprintOf(deps.keys)],
  })
}

/** The mark of a database; undefined where it has none yet. */
export async function readFingerprint(query: Query): Promise<Buffer | undefined> {
  const [row] = await query<{ fingerprint: Buffer }>({
    name: 'sealing_key_read',
    text: 'select fingerprint from sealing_key',
    values: [],
  })
  return row?.fingerprint
}

/** The mark that these keys leave. */
export function fingerprintOf(keys: Keys): Buffer {
  return keys.fingerprint('sealing_key', 'of this database')
}
