import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { makeKeyFile } from '@cambio/server/keyFile.ts'
import { StartRefused } from '@cambio/server/StartRefused.ts'
import { addKey, fileKeyring, pruneKeys } from '../vault/keyFile.ts'
import { keyring, type Keyring } from '../vault/Keyring.ts'
import type { CardsEnvironment } from './environment.ts'

/** The key-encryption keys and, where we keep them ourselves, a way to get a new one. */
export type KeySource = {
  readonly keyring: Keyring
  /** Makes a new current key and gives the keyring with it; null where the operator sets the keys. */
  readonly renew: (() => Keyring) | null
  /** Takes every key out that is neither current nor named, and counts them; null where the operator sets the keys. */
  readonly prune: ((keep: ReadonlySet<string>) => number) | null
}

/** The key-encryption keys as the environment has them; a sandbox without any makes a file of its own. */
export function keysOf(environment: CardsEnvironment, { dataDir }: { dataDir: string }): KeySource {
  const { CARDS_KEY, CARDS_KEY_FILE, MODE } = environment
  if (CARDS_KEY === undefined && CARDS_KEY_FILE === undefined && MODE === 'sandbox')
    makeKeyFile(keyFileIn(dataDir), 'CARDS_KEY')
  return existingKeys(environment, { dataDir })
}

/**
 * The keys that the data was sealed with; none is made here.
 * @throws StartRefused when there are none
 */
export function existingKeys(environment: CardsEnvironment, { dataDir }: { dataDir: string }): KeySource {
  const { CARDS_KEY, CARDS_KEYS_OLD, CARDS_KEY_FILE, MODE } = environment
  if (CARDS_KEY !== undefined) {
    const secrets = [CARDS_KEY, ...CARDS_KEYS_OLD]
    return {
      keyring: keyring(secrets.map((secret) => Buffer.from(secret.reveal(), 'base64'))),
      renew: null,
      prune: null,
    }
  }
  if (CARDS_KEY_FILE !== undefined) return inFile(CARDS_KEY_FILE)
  if (MODE === 'live') {
    throw new StartRefused(
      'Cards are sealed under a key of yours: set CARDS_KEY, or CARDS_KEY_FILE to a file with it.',
    )
  }
  return inFile(
    keyFileIn(dataDir),
    'set DATA_DIR to the folder of your card platform, or CARDS_KEY to its key',
  )
}

function keyFileIn(dataDir: string): string {
  return join(dataDir, 'cards.key')
}

function inFile(path: string, remedy?: string): KeySource {
  const renew = () => {
    addKey(path, randomBytes(32))
    return fileKeyring(path)
  }
  return { keyring: fileKeyring(path, remedy), renew, prune: (keep) => pruneKeys(path, keep) }
}
