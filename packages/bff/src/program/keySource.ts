import { join } from 'node:path'
import { makeKeyFile } from '@cambio/server/keys/keyFile.ts'
import { keysInFile, keysInVariables, type KeySource } from '@cambio/server/keys/KeySource.ts'
import type { ExchangeEnvironment } from './environment.ts'

type KeyEnvironment = Pick<ExchangeEnvironment, 'EXCHANGE_KEY' | 'EXCHANGE_KEYS_OLD' | 'EXCHANGE_KEY_FILE'>

/**
 * The exchange's key-encryption keys: from the environment, or from a file beside the data. Only its owner can read
 * that file, and the first start creates it.
 * @throws StartRefused if the file cannot be read, is open to others or contains no keys
 */
export function keysFor(environment: KeyEnvironment, { dataDir }: { dataDir: string }): KeySource {
  if (environment.EXCHANGE_KEY === undefined && environment.EXCHANGE_KEY_FILE === undefined)
    makeKeyFile(keyFileIn(dataDir), 'EXCHANGE_KEY')
  return existingKeys(environment, { dataDir })
}

/**
 * The keys that sealed the existing data; none is created.
 * @throws StartRefused if there are none, and as `keysFor`
 */
export function existingKeys(environment: KeyEnvironment, { dataDir }: { dataDir: string }): KeySource {
  const { EXCHANGE_KEY, EXCHANGE_KEYS_OLD, EXCHANGE_KEY_FILE } = environment
  if (EXCHANGE_KEY !== undefined) return keysInVariables(EXCHANGE_KEY, EXCHANGE_KEYS_OLD)
  if (EXCHANGE_KEY_FILE !== undefined) return keysInFile(EXCHANGE_KEY_FILE, 'check EXCHANGE_KEY_FILE')
  return keysInFile(
    keyFileIn(dataDir),
    'set DATA_DIR to the folder of your exchange, or EXCHANGE_KEY to its key',
  )
}

function keyFileIn(dataDir: string): string {
  return join(dataDir, 'exchange.key')
}
