import { join } from 'node:path'
import { makeKeyFile } from '@cambio/server/keys/keyFile.ts'
import { keysInFile, keysInVariables, type KeySource } from '@cambio/server/keys/KeySource.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import type { CardsEnvironment } from './environment.ts'

/** The key-encryption keys in the environment. A sandbox without any creates a file of its own. */
export function keysOf(environment: CardsEnvironment, { dataDir }: { dataDir: string }): KeySource {
  const { CARDS_KEY, CARDS_KEY_FILE, MODE } = environment
  if (CARDS_KEY === undefined && CARDS_KEY_FILE === undefined && MODE === 'sandbox')
    makeKeyFile(keyFileIn(dataDir), 'CARDS_KEY')
  return existingKeys(environment, { dataDir })
}

/** The keys that the data was sealed with; none is created here. @throws StartRefused when there are none */
export function existingKeys(environment: CardsEnvironment, { dataDir }: { dataDir: string }): KeySource {
  const { CARDS_KEY, CARDS_KEYS_OLD, CARDS_KEY_FILE, MODE } = environment
  if (CARDS_KEY !== undefined) return keysInVariables(CARDS_KEY, CARDS_KEYS_OLD)
  if (CARDS_KEY_FILE !== undefined) return keysInFile(CARDS_KEY_FILE, 'check CARDS_KEY_FILE')
  if (MODE === 'live') {
    throw new StartRefused(
      'Cards are sealed under a key of yours: set CARDS_KEY, or CARDS_KEY_FILE to a file with it.',
    )
  }
  return keysInFile(
    keyFileIn(dataDir),
    'set DATA_DIR to the folder of your card platform, or CARDS_KEY to its key',
  )
}

function keyFileIn(dataDir: string): string {
  return join(dataDir, 'cards.key')
}
