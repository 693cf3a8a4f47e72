import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeKeyFile } from '@cambio/server/makeKeyFile.ts'
import { StartRefused } from '@cambio/server/StartRefused.ts'
import type { ExchangeEnvironment } from './environment.ts'

/**
 * The exchange's key: the environment's, or the one in a file beside the data, which only its owner can read and which
 * is made at the first start.
 * @throws StartRefused when the file cannot be read, is open to others or holds no key
 */
export async function exchangeKey(
  environment: Pick<ExchangeEnvironment, 'EXCHANGE_KEY'>,
  { dataDir }: { dataDir: string },
): Promise<Uint8Array> {
  if (!environment.EXCHANGE_KEY) makeKeyFile(keyFileIn(dataDir), 'EXCHANGE_KEY')
  return standingKey(environment, { dataDir })
}

/**
 * The key that the data was sealed with; it is never made here.
 * @throws StartRefused when there is none, and as `exchangeKey`
 */
export async function standingKey(
  { EXCHANGE_KEY }: Pick<ExchangeEnvironment, 'EXCHANGE_KEY'>,
  { dataDir }: { dataDir: string },
): Promise<Uint8Array> {
  if (EXCHANGE_KEY) return Buffer.from(EXCHANGE_KEY.reveal(), 'base64')
  const path = keyFileIn(dataDir)
  const { mode } = await stat(path).catch((error: unknown) => {
    throw new StartRefused(
      `There is no key file ${path}: set DATA_DIR to the folder of your exchange, or EXCHANGE_KEY to its key.`,
      { cause: error },
    )
  })
  if ((mode & 0o077) !== 0)
    throw new StartRefused(`The key file ${path} can be read by others: run "chmod 600 ${path}".`)
  return keyBytes(await readFile(path, 'utf8'), path)
}

function keyFileIn(dataDir: string): string {
  return join(dataDir, 'exchange.key')
}

function keyBytes(text: string, path: string): Uint8Array {
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.byteLength === 32) return bytes
  throw new StartRefused(
    `The key file ${path} does not hold 32 bytes in base64: put back the one your data was sealed with.`,
  )
}
