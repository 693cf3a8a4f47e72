import { CELL_NAME } from '@cambio/exchange/cell/Cell.ts'
import type { BankAccount } from '@cambio/exchange/payin/transfer/TransferRail.ts'
import { compactIban, objectionToIban } from '@cambio/exchange/payout/address/iban.ts'
import { isExtendedPublicKey } from '@cambio/rails/chain/deposit/isExtendedPublicKey.ts'
import { mailVariables } from '@cambio/rails/mail/mailSettings.ts'
import { twilioVariables } from '@cambio/rails/messages/twilioSettings.ts'
import { natsVariables } from '@cambio/rails/nats/natsSettings.ts'
import { ratesVariables } from '@cambio/rails/rates/ratesSettings.ts'
import { sumsubVariables } from '@cambio/rails/verification/sumsubSettings.ts'
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
import { legalVariables } from '../legal/legalSettings.ts'

const keyMust = '32 random bytes in base64 (make one with: openssl rand -base64 32)'
const isKey = (text: string) => /^[A-Za-z0-9+/]{43}=$/.test(text)
const key = variable(keyMust, (text) => (isKey(text) ? new Secret(text) : undefined))
const oldKeys = variable(`${keyMust}, with commas between them`, (text) => {
  const words = text.split(',').map((word) => word.trim())
  return words.every(isKey) ? words.map((word) => new Secret(word)) : undefined
})
const signingSecret = variable('the signing secret that “merchant create” printed, in base64', (text) =>
  /^[A-Za-z0-9+/]{43}=$/.test(text) ? new Secret(text) : undefined,
)
const secret = variable('a text of at least 8 characters', (text) =>
  text.length >= 8 ? new Secret(text) : undefined,
)

const chainUrl = variable('an http or https address of an Ethereum node', (text) => {
  const url = URL.parse(text)
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? text : undefined
})
const chainKey = variable('a private key of 64 hex digits', (text) =>
  /^(0x)?[0-9a-fA-F]{64}$/.test(text) ? new Secret(text) : undefined,
)

const chainXpub = variable('an extended public key (xpub…)', (text) =>
  isExtendedPublicKey(text) ? text : undefined,
)

const cellName = variable('two capital letters or digits, such as E1', (text) =>
  CELL_NAME.test(text) ? text : undefined,
)

const date = variable('a date such as 2027-01-31', (text) => {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(`${text}T`) ? day : undefined
})

const contractAddress = variable('an address of a contract, 0x and 40 hex digits', (text) =>
  isContractAddress(text) ? text : undefined,
)

const iban = variable('the IBAN of an account that SEPA transfers reach', (text) => {
  const compact = compactIban(text)
  return objectionToIban(compact) === undefined ? compact : undefined
})

/** The exchange's account at the card platform of a fresh sandbox. Published, so live refuses it. */
export const SANDBOX_MERCHANT_KEY = '11111111-1111-4111-8111-111111111111'
export const SANDBOX_MERCHANT_PASSWORD = 'sandbox-merchant-password'

/** The bank account of a sandbox, which belongs to no one. */
export const SANDBOX_IBAN = 'DE89370400440532013000'
export const SANDBOX_BENEFICIARY = 'Cambio Sandbox'

/** The variables of the exchange's program. */
export const ExchangeEnvironment = z.object({
  MODE: byDefault(z.enum(['sandbox', 'live'], 'sandbox or live'), 'sandbox'),
  /** The name of this cell, if several exchanges share one address; unset: a single exchange. */
  CELL: z.optional(cellName),
  /** Seals partners that move between cells; every cell needs one common key. */
  PARTNER_MOVE_KEY: z.optional(key),
  HOST: byDefault(z.string(), 'localhost'),
  PORT: byDefault(port, 8787),
  /** The exchange's address as partners and browsers know it; unset: http://localhost and the port. */
  BASE_URL: z.optional(httpUrl),
  /** The card platform's address. */
  PAYMENT_URL: byDefault(httpUrl, 'http://localhost:8789'),
  /** The demo shop's address, whose origin may frame the widget of a partner without origins. */
  SHOP_URL: byDefault(httpUrl, 'http://127.0.0.1:8788'),
  DATABASE_URL: z.optional(postgresUrl),
  /** The database user that migrates, if it is not the program's own. */
  DATABASE_OWNER_URL: z.optional(postgresUrl),
  /** The server behind the pooler, if DATABASE_URL is a pooler's: for notifications and locks. */
  DATABASE_DIRECT_URL: z.optional(postgresUrl),
  /** A standby that lists, reports and the feed may be read on; unset: the primary. */
  DATABASE_READ_URL: z.optional(postgresUrl),
  /** Whether statements are prepared under names; unset: unless there is a pooler. */
  DATABASE_STATEMENT_NAMES: z.optional(flag),
  /** Connections of this process to its database, beside one for listening. */
  DATABASE_CONNECTIONS: z.optional(positiveInteger),
  /** The REST API of Patroni, if it manages the database's server; only doctor uses it. */
  PATRONI_URL: z.optional(httpUrl),
  DATA_DIR: byDefault(z.string(), DEFAULT_DATA_DIR),
  /** The least severe lines that the log writes. */
  LOG_LEVEL: byDefault(logLevel, 'info'),
  /** Seals data that the exchange must read back; unset: a file in DATA_DIR, only in a sandbox. */
  EXCHANGE_KEY: z.optional(key),
  /** Former keys, which still open what they sealed. */
  EXCHANGE_KEYS_OLD: byDefault(oldKeys, []),
  /** A file that holds the keys instead, one a line, the current one first. */
  EXCHANGE_KEY_FILE: z.optional(z.string()),
  MERCHANT_KEY: byDefault(z.uuid('a UUID'), SANDBOX_MERCHANT_KEY),
  MERCHANT_PASSWORD: z.optional(secret),
  /** The password that replaces it, while both may be valid. */
  MERCHANT_PASSWORD_NEXT: z.optional(secret),
  /** Signs requests to the card platform, and checks the signatures of its notices, beside the password's hash. */
  MERCHANT_SIGNING_SECRET: z.optional(signingSecret),
  MERCHANT_SIGNING_SECRET_NEXT: z.optional(signingSecret),
  MERCHANT_HASH: byDefault(z.enum(['md5', 'sha256'], 'md5 or sha256'), 'md5'),
  /** The content of /.well-known/apple-developer-merchantid-domain-association, if the card form offers Apple Pay. */
  APPLE_PAY_DOMAIN_ASSOCIATION: z.optional(z.string()),
  /** The Ethereum node that coins and tokens move on; it may hold a secret. */
  CHAIN_URL: z.optional(chainUrl),
  /** The private key of the wallet that pays out; a sandbox creates its own. */
  CHAIN_KEY: z.optional(chainKey),
  /** The extended public key of deposit addresses; a sandbox creates its own. */
  CHAIN_XPUB: z.optional(chainXpub),
  /** The contract on the chain that keeps a list of sanctioned wallets; unset: Chainalysis’ in live, none in a sandbox. */
  CHAIN_ORACLE: z.optional(contractAddress),
  /** After how many blocks a transaction is final; unset: 2 in a sandbox, 12 in live. */
  CHAIN_CONFIRMATIONS: z.optional(positiveInteger),
  /** The bank account that buyers send money to, and its owner's name. */
  SEPA_IBAN: byDefault(iban, SANDBOX_IBAN),
  SEPA_BENEFICIARY: byDefault(z.string().check(z.minLength(1), z.maxLength(70)), SANDBOX_BENEFICIARY),
  ...legalVariables,
  ...ratesVariables,
  ...mailVariables,
  ...sumsubVariables,
  ...twilioVariables,
  ...natsVariables,
  RETRY_FACTOR: byDefault(positiveNumber, 1),
  /** How many cards are charged in a second, over all processes: the merchant's budget at the card platform. */
  SALES_PER_SECOND: byDefault(positiveInteger, 10),
  LIMITS_FACTOR: byDefault(positiveNumber, 1),
  /** When version 1 of the API is deprecated and when it ends; both or neither. */
  V1_DEPRECATED_FROM: z.optional(date),
  V1_SUNSET: z.optional(date),
  TRUSTED_PROXIES: byDefault(list, []),
  /** Addresses and ranges beside this machine that may read /metrics. */
  METRICS_FROM: byDefault(list, []),
  ...traceVariables,
  /** Names of the preferred rails and providers, where several could do the work. */
  PREFERRED: byDefault(list, []),
  ALLOW_PUBLIC_SANDBOX: byDefault(flag, false),
})
export type ExchangeEnvironment = z.output<typeof ExchangeEnvironment>

/** The account that buyers send money to. */
export function bankAccountOf({
  SEPA_IBAN: iban,
  SEPA_BENEFICIARY: beneficiary,
}: Pick<ExchangeEnvironment, 'SEPA_IBAN' | 'SEPA_BENEFICIARY'>): BankAccount {
  return { iban, beneficiary }
}

function isContractAddress(text: string): text is `0x${string}` {
  return /^0x[0-9a-fA-F]{40}$/.test(text)
}
