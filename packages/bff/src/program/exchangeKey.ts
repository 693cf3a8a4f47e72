import { join } from 'node:path'
import { makeKeyFile, readKeyFile } from '@cambio/server/keyFile.ts'
import { StartRefused } from '@cambio/server/StartRefused.ts'
import type { ExchangeEnvironment } from './environment.ts'

type KeyEnvironment = Pick<ExchangeEnvironment, 'EXCHANGE_KEY'>

/**
 * The exchange's key: the environment's, or the one in a file beside the data, which only its owner can read and which
 * is made at the first start.
 * @throws StartRefused when the file cannot be read, is open to others or does not hold one key
 */
export function exchangeKey(environment: KeyEnvironment, { dataDir }: { dataDir: string }): Uint8Array {
  if (!environment.EXCHANGE_KEY) makeKeyFile(keyFileIn(dataDir), 'EXCHANGE_KEY')
  return existingKey(environment, { dataDir })
}

/**
 * The key that the data was sealed with; it is never made here.
 * @throws StartRefused when there is none, and as `exchangeKey`
 */
export function existingKey({ EXCHANGE_KEY }: KeyEnvironment, { dataDir }: { dataDir: string }): Uint8Array {
  if (EXCHANGE_KEY) return Buffer.from(EXCHANGE_KEY.reveal(), 'base64')
  const path = keyFileIn(dataDir)
  const remedy = 'set DATA_DIR to the folder of your exchange, or EXCHANGE_KEY to its key'
  const [key, second] = readKeyFile(path, remedy)
  if (key && !second) return key
  throw new StartRefused(
    `The key file ${path} holds more than one key: put back the one your data was sealed with.`,
  )
}

function keyFileIn(dataDir: string): string {
  return join(dataDir, 'exchange.key')
}
