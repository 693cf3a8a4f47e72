import { join } from 'node:path'
import { StartRefused } from '@cambio/server/StartRefused.ts'
import type { CardsEnvironment } from './environment.ts'
import { ensureKeyFile, fileKeyring } from './vault/keyFile.ts'
import { keyring, type Keyring } from './vault/Keyring.ts'

/** The key-encryption keys as the environment has them; a sandbox without any makes a file of its own. */
export function keyringOf(environment: CardsEnvironment): Keyring {
  const { CARDS_KEY, CARDS_KEYS_OLD, CARDS_KEY_FILE, MODE, DATA_DIR } = environment
  if (CARDS_KEY !== undefined) {
    return keyring([CARDS_KEY, ...CARDS_KEYS_OLD].map((secret) => Buffer.from(secret.reveal(), 'base64')))
  }
  if (CARDS_KEY_FILE !== undefined) return fileKeyring(CARDS_KEY_FILE)
  if (MODE === 'live') {
    throw new StartRefused(
      'Cards are sealed under a key of yours: set CARDS_KEY, or CARDS_KEY_FILE to a file with it.',
    )
  }
  const path = join(DATA_DIR, 'cards.key')
  ensureKeyFile(path)
  return fileKeyring(path)
}
