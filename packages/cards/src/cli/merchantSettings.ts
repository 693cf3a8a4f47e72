import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ParseArgsOptionsConfig } from 'node:util'
import type { Random } from '@cambio/server/Random.ts'
import { acquirerNames } from '../acquirers/acquirers.ts'
import { addressRanges } from '../addressRanges.ts'
import type { SignatureKey } from '../signature/SignatureKey.ts'
import type { MerchantSettings } from '../store/merchants.ts'
import { BadCall, neededText, oneOf, textOf, wholeOf, type Given } from './Command.ts'

/*
 * What `merchant create` and `merchant update` can be told of a merchant.
 */

export const settingsOptions: ParseArgsOptionsConfig = {
  name: { type: 'string' },
  descriptor: { type: 'string' },
  'notification-url': { type: 'string' },
  'capture-delay-ms': { type: 'string' },
  'manual-capture': { type: 'boolean' },
  hash: { type: 'string' },
  tokenization: { type: 'string' },
  'ip-allow': { type: 'string' },
  'sales-per-minute': { type: 'string' },
  'require-signature': { type: 'boolean' },
  'signature-key': { type: 'string' },
  mode: { type: 'string' },
  acquirer: { type: 'string' },
}

export const settingsUsage =
  '[--notification-url …] [--capture-delay-ms … | --manual-capture] [--hash md5|sha256] [--tokenization on|off] [--ip-allow 192.0.2.0/24,…] [--sales-per-minute …] [--require-signature | --signature-key ed25519.pem] [--descriptor …] [--mode test|live] [--acquirer sandbox|upstream|stripe]'

/** The settings that a call gives, and no others. @throws BadCall when one of them cannot be */
export function settingsOf(given: Given): Partial<MerchantSettings> {
  const delay = captureDelayOf(given)
  const algorithm = oneOf(given, 'hash', ['md5', 'sha256'])
  const tokenization = oneOf(given, 'tokenization', ['on', 'off'])
  const mode = oneOf(given, 'mode', ['test', 'live'])
  const acquirer = oneOf(given, 'acquirer', acquirerNames)
  return {
    ...set(given, 'name', () => ({ name: neededText(given, 'name') })),
    ...set(given, 'descriptor', () => ({ descriptor: neededText(given, 'descriptor').slice(0, 22) })),
    ...set(given, 'notification-url', (url) => ({ notificationUrl: url === '' ? null : webAddress(url) })),
    ...(delay === undefined ? {} : { captureDelayMs: delay }),
    ...(algorithm === undefined ? {} : { algorithm }),
    ...(tokenization === undefined ? {} : { tokenization: tokenization === 'on' }),
    ...(mode === undefined ? {} : { mode }),
    ...(acquirer === undefined ? {} : { acquirer }),
    ...set(given, 'ip-allow', (list) => ({ ipAllow: list === '' ? null : ranges(list) })),
    ...set(given, 'sales-per-minute', (text) => ({ salesPerMinute: text === '' ? null : budget(given) })),
  }
}

/**
 * What a merchant has to sign the whole of its messages with, as a call gives it: null where it no longer has to,
 * undefined where nothing is said of it.
 */
export function signatureKeyOf(random: Random, given: Given): SignatureKey | null | undefined {
  const file = textOf(given, 'signature-key')
  if (given.options['require-signature'] !== true) {
    if (file === undefined) return undefined
    return file === '' ? null : { algorithm: 'ed25519', publicKey: publicKeyIn(file) }
  }
  if (file !== undefined) throw new BadCall('Give --require-signature or --signature-key, not both.')
  return { algorithm: 'hmac-sha256', secret: random.bytes(32) }
}

function set<Change>(given: Given, name: string, change: (text: string) => Change): Change | undefined {
  const text = textOf(given, name)
  return text === undefined ? undefined : change(text)
}

function captureDelayOf(given: Given): number | null | undefined {
  const delay = wholeOf(given, 'capture-delay-ms')
  if (given.options['manual-capture'] !== true) return delay
  if (delay !== undefined) throw new BadCall('Give --manual-capture or --capture-delay-ms, not both.')
  return null
}

/** What fits into the database's whole numbers; a budget of none at all would be a merchant that is blocked. */
function budget(given: Given): number {
  const count = wholeOf(given, 'sales-per-minute')
  if (count === undefined || count < 1 || count > 1_000_000) {
    throw new BadCall('--sales-per-minute must be a whole number from 1 to 1000000, or empty for no budget.')
  }
  return count
}

function webAddress(url: string): string {
  const protocol = URL.parse(url)?.protocol
  if ((protocol !== 'https:' && protocol !== 'http:') || url.length > 255) {
    throw new BadCall('--notification-url must be an http or https address of at most 255 characters.')
  }
  return url
}

function ranges(list: string): string[] {
  const words = list.split(',').map((word) => word.trim())
  if (addressRanges(words) !== undefined) return words
  throw new BadCall(`--ip-allow must be addresses or ranges such as 192.0.2.0/24, with commas between them.`)
}

function publicKeyIn(file: string): KeyObject {
  try {
    const key = createPublicKey(readFileSync(file))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // It is said below what has to be there.
  }
  throw new BadCall(`--signature-key must be a file with an Ed25519 public key in PEM; ${file} is none.`)
}
