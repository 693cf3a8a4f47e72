import { StartRefused } from '@cambio/server/StartRefused.ts'
import type { StoreDeps } from './StoreDeps.ts'

type KeyDeps = Pick<StoreDeps, 'query' | 'keys'>

/**
 * Ties a database to the key of the first exchange that starts on it. One with another key could open nothing that is
 * sealed there, and what it sealed no other exchange could.
 * @throws StartRefused when the database has another key
 */
export async function claimSealingKey(deps: KeyDeps): Promise<void> {
  await deps.query({
    name: 'sealing_key_claim',
    text: 'insert into sealing_key (fingerprint) values ($1) on conflict (only_one) do nothing',
    values: [fingerprintOf(deps)],
  })
  await checkSealingKey(deps)
}

/** The same, for a program that claims nothing. @throws StartRefused when the database has another key */
export async function checkSealingKey(deps: KeyDeps): Promise<void> {
  const [row] = await deps.query<{ fingerprint: Buffer }>({
    name: 'sealing_key_read',
    text: 'select fingerprint from sealing_key',
    values: [],
  })
  if (!row || row.fingerprint.equals(fingerprintOf(deps))) return
  throw new StartRefused(
    'The secrets in this database are sealed with another key: set EXCHANGE_KEY to the one it was made with, or DATA_DIR to the folder that holds its exchange.key. Nothing was changed.',
  )
}

function fingerprintOf({ keys }: KeyDeps): Buffer {
  return keys.fingerprint('sealing_key', 'of this database')
}
