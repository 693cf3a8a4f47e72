import { DEFAULT_DATA_DIR } from '@cambio/server/postgres/embedded/dataFolder.ts'
import {
  flag,
  httpUrl,
  list,
  logLevel,
  port,
  positiveInteger,
  positiveNumber,
  postgresUrl,
  variable,
} from '@cambio/server/settings/environment.ts'
import { Secret } from '@cambio/server/settings/Secret.ts'
import { traceVariables } from '@cambio/server/trace/traceSettings.ts'
import * as z from 'zod/mini'
import { _default as byDefault } from 'zod/mini'
import { Uuid } from '../protocol/Uuid.ts'

/** A key-encryption key as a variable: 32 bytes in base64. */
const keyMust = '32 random bytes in base64 (make one with: openssl rand -base64 32)'
const isKey = (text: string) => /^[A-Za-z0-9+/]{43}=$/.test(text)
const key = variable(keyMust, (text) => (isKey(text) ? new Secret(text) : undefined))
const keys = variable(`${keyMust}, with commas between them`, (text) => {
  const words = text.split(',').map((word) => word.trim())
  return words.every(isKey) ? words.map((word) => new Secret(word)) : undefined
})

const clientKey = variable(
  'the client_key of a merchant account, a UUID',
  (text) => Uuid.safeParse(text).data,
)
const secret = variable('a secret, not empty', (text) => (text === '' ? undefined : new Secret(text)))

const platforms = variable(
  'public keys that “card key” shows at other platforms of yours, with commas between them',
  (text) => {
    const words = text.split(',').map((word) => word.trim())
    return words.every((word) => /^[\w-]{43}$/.test(word)) ? words : undefined
  },
)

const digest = variable('the SHA-256 of a card number, 64 hex digits', (text) =>
  /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined,
)

const country = variable('a country by its two letters, such as DE', (text) =>
  /^[A-Z]{2}$/.test(text) ? text : undefined,
)

const googlePayRecipient = variable('merchant:… or gateway:…, as Google knows the platform', (text) =>
  /^(merchant|gateway):[\x21-\x7e]+$/.test(text) ? text : undefined,
)

const appleMerchantId = variable(
  'the identifier of a merchant at Apple, such as merchant.com.example',
  (text) => (/^merchant\.[A-Za-z0-9.-]{1,240}$/.test(text) ? text : undefined),
)

const hosts = variable('hosts such as exchange.example.com, with commas between them', (text) => {
  const words = text.split(',').map((word) => word.trim().toLowerCase())
  return words.every((word) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(word)) ? words : undefined
})

const wholeMs = variable('a whole number of milliseconds, 0 or more', (text) =>
  /^\d{1,12}$/.test(text) ? Number(text) : undefined,
)

/** The variables of the card platform's program. */
export const CardsEnvironment = z.object({
  MODE: byDefault(z.enum(['sandbox', 'live'], 'sandbox or live'), 'sandbox'),
  HOST: byDefault(z.string(), 'localhost'),
  CARDS_PORT: byDefault(port, 8789),
  /** The platform's address as merchants and browsers know it; unset: http://localhost and the port. */
  PAYMENT_URL: z.optional(httpUrl),
  CARDS_DATABASE_URL: z.optional(postgresUrl),
  /** Who migrates, where that is another user than the program runs as. */
  CARDS_DATABASE_OWNER_URL: z.optional(postgresUrl),
  /** Past the pooler, where CARDS_DATABASE_URL is a pooler's: for notifications and locks. */
  CARDS_DATABASE_DIRECT_URL: z.optional(postgresUrl),
  /** Whether statements are prepared under their names; unset: where there is no pooler. */
  CARDS_DATABASE_STATEMENT_NAMES: z.optional(flag),
  /** Connections of this process to its database, one for listening aside. */
  CARDS_DATABASE_CONNECTIONS: z.optional(positiveInteger),
  DATA_DIR: byDefault(z.string(), DEFAULT_DATA_DIR),
  /** The least severe lines that the log writes. */
  LOG_LEVEL: byDefault(logLevel, 'info'),
  /** The key-encryption key; CARDS_KEYS_OLD are those before it, which still open what they sealed. */
  CARDS_KEY: z.optional(key),
  CARDS_KEYS_OLD: byDefault(keys, []),
  /** A file that holds the keys instead, one a line, the current one first. */
  CARDS_KEY_FILE: z.optional(z.string()),
  /** The operator's other card platforms, to which and from which stored cards may move, by their public keys. */
  CARDS_PLATFORMS: byDefault(platforms, []),
  CAPTURE_DELAY_MS: byDefault(wholeMs, 1000),
  RETRY_FACTOR: byDefault(positiveNumber, 1),
  LIMITS_FACTOR: byDefault(positiveNumber, 1),
  /** Another platform of this protocol that takes cards for merchants whose acquirer is `upstream`. */
  CARDS_UPSTREAM_URL: z.optional(httpUrl),
  CARDS_UPSTREAM_CLIENT_KEY: z.optional(clientKey),
  CARDS_UPSTREAM_PASSWORD: z.optional(secret),
  CARDS_UPSTREAM_HASH: byDefault(z.enum(['md5', 'sha256'], 'md5 or sha256'), 'md5'),
  /** The account at Stripe that takes cards for merchants whose acquirer is `stripe`. */
  CARDS_STRIPE_KEY: z.optional(secret),
  /** What Stripe signs its webhooks with; several with commas between them while one takes the other's place. */
  CARDS_STRIPE_WEBHOOK_SECRET: z.optional(secret),
  CARDS_STRIPE_URL: byDefault(httpUrl, 'https://api.stripe.com'),
  /** Where payments of wallets are processed. */
  CARDS_WALLET_COUNTRY: z.optional(country),
  /** To whom Google encrypts its tokens. */
  CARDS_GOOGLE_PAY_RECIPIENT: z.optional(googlePayRecipient),
  /** The id in Google's business console, which production asks for. */
  CARDS_GOOGLE_PAY_MERCHANT_ID: z.optional(z.string()),
  /** The private keys that tokens are encrypted to, in PEM, the present one first. */
  CARDS_GOOGLE_PAY_KEYS: z.optional(secret),
  /** The root keys that Google publishes, as its JSON has them. */
  CARDS_GOOGLE_PAY_ROOT_KEYS: z.optional(z.string()),
  /** The merchant's identifier at Apple, such as merchant.com.example. */
  CARDS_APPLE_PAY_MERCHANT_ID: z.optional(appleMerchantId),
  /** The merchant identity certificate in PEM, which proves to Apple who asks for a session, and its private key. */
  CARDS_APPLE_PAY_CERTIFICATE: z.optional(z.string()),
  CARDS_APPLE_PAY_KEY: z.optional(secret),
  /** The private keys that tokens are encrypted to, in PEM. */
  CARDS_APPLE_PAY_PROCESSING_KEYS: z.optional(secret),
  /** The payment processing certificate in PEM: a start checks that one of the keys is its key. */
  CARDS_APPLE_PAY_PROCESSING_CERTIFICATE: z.optional(z.string()),
  /** The certificate Apple Root CA - G3 in PEM, to which the signature of a token has to lead. */
  CARDS_APPLE_PAY_ROOT: z.optional(z.string()),
  /** The hosts that are registered with Apple: those of the pages in whose tab a buyer pays. */
  CARDS_APPLE_PAY_DOMAINS: byDefault(hosts, []),
  /** What Apple finds at the platform's /.well-known/apple-developer-merchantid-domain-association. */
  CARDS_APPLE_PAY_DOMAIN_ASSOCIATION: z.optional(z.string()),
  /**
   * One more number that the sandbox takes for its own, given as its SHA-256 so that the platform meets the number in
   * requests alone: where it turns up otherwise, it has leaked.
   */
  CARDS_CANARY_SHA256: z.optional(digest),
  TRUSTED_PROXIES: byDefault(list, []),
  /** Addresses and ranges beside this machine that may read /metrics. */
  METRICS_FROM: byDefault(list, []),
  ...traceVariables,
  ALLOW_PUBLIC_SANDBOX: byDefault(flag, false),
})
export type CardsEnvironment = z.output<typeof CardsEnvironment>
