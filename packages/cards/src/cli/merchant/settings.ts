import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  choice,
  clearable,
  flag,
  kind,
  line,
  optional,
  text,
  wholeNumber,
} from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { addressRanges } from '@cambio/server/http/ipAddress.ts'
import type { SignatureKey } from '@cambio/server/messageSignature/SignatureKey.ts'
import type { Random } from '@cambio/server/Random.ts'
import { containsCardNumber } from '@cambio/wire/cardNumber.ts'
import type * as z from 'zod/mini'
import { acquirerNames } from '../../acquirers/acquirers.ts'
import { wallets } from '../../means/networkToken/NetworkToken.ts'
import { optionalFields } from '../../protocol/requests.ts'
import type { MerchantSettings } from '../../store/merchants.ts'

/*
 * The settings that `merchant create` and `merchant update` take, besides the name.
 */

export function settingsOptions() {
  return {
    'notification-url': clearable(webAddress),
    'capture-delay-ms': optional(wholeNumber()),
    'manual-capture': flag(),
    hash: optional(choice(['md5', 'sha256'])),
    tokenization: optional(choice(['on', 'off'])),
    wallets: clearable(walletList),
    'ip-allow': clearable(ranges),
    'sales-per-second': clearable(budget),
    'sales-per-minute': clearable(budget),
    'declines-per-hour': clearable(budget),
    'declines-per-day': clearable(budget),
    'optional-fields': clearable(fields),
    'require-signature': flag(),
    'signature-key': clearable(text('ed25519.pem')),
    descriptor: optional(line('…', 100)),
    mode: optional(choice(['test', 'live'])),
    acquirer: optional(choice(acquirerNames)),
  }
}

type Options = z.output<z.ZodMiniObject<ReturnType<typeof settingsOptions>>> & {
  readonly name?: string | undefined
}

const webAddress = kind(
  'https://…',
  'an http or https address of at most 255 characters, without a card number',
  (url) => {
    const protocol = URL.parse(url)?.protocol
    const isWeb = protocol === 'https:' || protocol === 'http:'
    return isWeb && url.length <= 255 && !containsCardNumber(url) ? url : undefined
  },
)

/** The name of a merchant. */
export const merchantName = line('…', 100)

const ranges = kind(
  '192.0.2.0/24,…',
  'addresses or ranges such as 192.0.2.0/24, with commas between them',
  (list) => {
    const words = list.split(',').map((word) => word.trim())
    return addressRanges(words) && words
  },
)

/** A limit, at most as large as the database's column. A limit of 0 would block the merchant. */
const budget = kind('…', 'a whole number from 1 to 1000000, or empty for the platform’s own', (count) =>
  /^\d{1,7}$/.test(count) && Number(count) >= 1 && Number(count) <= 1_000_000 ? Number(count) : undefined,
)

/** Fields that clients of an older version of the protocol do not send. */
const fields = kind(
  'payer_birth_date,…',
  `some of ${optionalFields.join(', ')}, with commas between them`,
  (list) => {
    const words = list.split(',').map((word) => word.trim())
    const recognised = optionalFields.filter((field) => words.includes(field))
    return recognised.length === words.length ? recognised : undefined
  },
)

const walletList = kind('google_pay', `some of ${wallets.join(', ')}, with commas between them`, (list) => {
  const words = list.split(',').map((word) => word.trim())
  const recognised = wallets.filter((wallet) => words.includes(wallet))
  return recognised.length === words.length ? recognised : undefined
})

/** The settings that a call gives, and no others. @throws BadCall when two of them contradict each other */
export function settingsOf(options: Options): Partial<MerchantSettings> {
  const { name, descriptor, hash, tokenization, mode, acquirer } = options
  const notificationUrl = options['notification-url']
  const captureDelayMs = captureDelayOf(options)
  const ipAllow = options['ip-allow']
  const salesPerSecond = options['sales-per-second']
  const salesPerMinute = options['sales-per-minute']
  const declinesPerHour = options['declines-per-hour']
  const declinesPerDay = options['declines-per-day']
  const optional = options['optional-fields']
  return {
    ...(name !== undefined && { name }),
    ...(descriptor !== undefined && { descriptor: descriptor.slice(0, 22) }),
    ...(notificationUrl !== undefined && { notificationUrl }),
    ...(captureDelayMs !== undefined && { captureDelayMs }),
    ...(hash !== undefined && { algorithm: hash }),
    ...(tokenization !== undefined && { tokenization: tokenization === 'on' }),
    ...(mode !== undefined && { mode }),
    ...(acquirer !== undefined && { acquirer }),
    ...(ipAllow !== undefined && { ipAllow }),
    ...(salesPerSecond !== undefined && { salesPerSecond }),
    ...(salesPerMinute !== undefined && { salesPerMinute }),
    ...(declinesPerHour !== undefined && { declinesPerHour }),
    ...(declinesPerDay !== undefined && { declinesPerDay }),
    ...(optional !== undefined && { optionalFields: optional ?? [] }),
    ...(options.wallets !== undefined && { wallets: options.wallets ?? [] }),
  }
}

function captureDelayOf(options: Options): number | null | undefined {
  const delayMs = options['capture-delay-ms']
  if (!options['manual-capture']) return delayMs
  if (delayMs !== undefined) throw new BadCall('Give --manual-capture or --capture-delay-ms, not both.')
  return null
}

/**
 * The key with which a merchant has to sign whole messages, as the call gives it. Null where it no longer has to,
 * undefined where the call does not say.
 */
export function signatureKeyOf(random: Random, options: Options): SignatureKey | null | undefined {
  const file = options['signature-key']
  if (!options['require-signature'])
    return typeof file === 'string' ? { algorithm: 'ed25519', publicKey: publicKeyIn(file) } : file
  if (file !== undefined) throw new BadCall('Give --require-signature or --signature-key, not both.')
  return { algorithm: 'hmac-sha256', secret: random.bytes(32) }
}

/** The public key in a file. @throws BadCall where there is none */
export function publicKeyIn(file: string): KeyObject {
  try {
    const key = createPublicKey(readFileSync(file))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The error below says what the file must contain.
  }
  throw new BadCall(`--signature-key must be a file with an Ed25519 public key in PEM; ${file} is none.`)
}
