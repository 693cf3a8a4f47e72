import { payinGroups, type PayinGroup, type PayoutGroup } from '@cambio/wire/Payment.ts'
import {
  SANDBOX_BENEFICIARY,
  SANDBOX_IBAN,
  SANDBOX_MERCHANT_KEY,
  SANDBOX_MERCHANT_PASSWORD,
  type ExchangeEnvironment,
} from './environment.ts'

/*
 * What a live exchange needs of the settings, as sentences that tell the operator what to do; none where nothing lacks.
 */

type Rule = readonly [holds: boolean, sentence: string]

/** What is needed whatever is offered. */
export function alwaysNeeded(environment: ExchangeEnvironment): string[] {
  const { DATABASE_URL, EXCHANGE_KEY, EXCHANGE_KEY_FILE, BASE_URL, RATES } = environment
  return unmet([
    [DATABASE_URL !== undefined, 'Set DATABASE_URL: orders are kept in a PostgreSQL of yours.'],
    [
      EXCHANGE_KEY !== undefined || EXCHANGE_KEY_FILE !== undefined,
      'Set EXCHANGE_KEY to 32 random bytes in base64: secrets are sealed with it.',
    ],
    [BASE_URL?.startsWith('https://') ?? false, 'Set BASE_URL to the https address buyers know.'],
    [RATES !== undefined, 'Set RATES to whose prices you sell by, such as kraken,bitstamp,coinbase.'],
    all(environment, mail, 'buyers are mailed their codes'),
    all(environment, checks, 'who reaches a limit shows there who they are'),
    ...halves(environment, messages),
    ...sendersOf(environment),
  ])
}

/** What a provider needs is set as a whole, or not at all. */
export function halfSet(environment: ExchangeEnvironment): string[] {
  return unmet([
    ...[mail, checks, messages].flatMap((names) => halves(environment, names)),
    ...sendersOf(environment),
  ])
}

type Name = keyof ExchangeEnvironment

const mail: readonly Name[] = ['SMTP_URL', 'MAIL_FROM']
const checks: readonly Name[] = [
  'SUMSUB_APP_TOKEN',
  'SUMSUB_SECRET_KEY',
  'SUMSUB_WEBHOOK_SECRET',
  'SUMSUB_LEVELS',
]
const messages: readonly Name[] = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN']

function all(environment: ExchangeEnvironment, names: readonly Name[], why: string): Rule {
  const unset = names.filter((name) => environment[name] === undefined)
  return [unset.length === 0, `Set ${listed(unset)}: ${why}.`]
}

function halves(environment: ExchangeEnvironment, names: readonly Name[]): readonly Rule[] {
  const unset = names.filter((name) => environment[name] === undefined)
  const set = names.filter((name) => !unset.includes(name))
  return set.length === 0
    ? []
    : [
        [
          unset.length === 0,
          `Set ${listed(unset)}, since ${listed(set)} ${set.length === 1 ? 'is' : 'are'} set.`,
        ],
      ]
}

/** Twilio sends nothing without a sender, and a sender nothing without Twilio. */
function sendersOf(environment: ExchangeEnvironment): readonly Rule[] {
  const senders: readonly Name[] = ['TWILIO_SMS_FROM', 'TWILIO_WHATSAPP_FROM']
  const isOurs = messages.every((name) => environment[name] !== undefined)
  const set = senders.filter((name) => environment[name] !== undefined)
  if (isOurs)
    return [[set.length > 0, `Set ${senders.join(' or ')}: nobody is named who sends partners’ messages.`]]
  return messages.some((name) => environment[name] !== undefined)
    ? []
    : [[set.length === 0, `Set ${listed(messages)}, since ${listed(set)} is set.`]]
}

function listed(names: readonly Name[]): string {
  return new Intl.ListFormat('en').format(names)
}

/** What a way in needs. */
export function neededForPayin(environment: ExchangeEnvironment, group: PayinGroup): string[] {
  return unmet(payinRules[group](environment))
}

/** What a way out needs. A coin that no rail carries is just not offered. */
export function neededForPayout(environment: ExchangeEnvironment, group: PayoutGroup): string[] {
  return unmet(payoutRules[group](environment))
}

/** The ways in that these settings carry, whatever is offered. A sandbox carries them all. */
export function carriedPayins(environment: ExchangeEnvironment): readonly PayinGroup[] {
  if (environment.MODE === 'sandbox') return payinGroups
  return payinGroups.filter((group) => neededForPayin(environment, group).length === 0)
}

/** Where money is at the bank. */
function bankRules({ SEPA_IBAN, SEPA_BENEFICIARY }: ExchangeEnvironment): readonly Rule[] {
  return [
    [SEPA_IBAN !== SANDBOX_IBAN, 'Set SEPA_IBAN to your bank account: the sandbox’s is nobody’s.'],
    [
      SEPA_BENEFICIARY !== SANDBOX_BENEFICIARY,
      'Set SEPA_BENEFICIARY to the name that your bank account is in: the sandbox’s is nobody’s.',
    ],
  ]
}

/** Where coins move, and who sends them. */
function chainRules({ CHAIN_URL, CHAIN_KEY }: ExchangeEnvironment): readonly Rule[] {
  return [
    [CHAIN_URL !== undefined, 'Set CHAIN_URL to an Ethereum node of yours.'],
    [CHAIN_KEY !== undefined, 'Set CHAIN_KEY to the private key of the wallet that pays out.'],
  ]
}

const payinRules: Readonly<Record<PayinGroup, (environment: ExchangeEnvironment) => readonly Rule[]>> = {
  card: ({ PAYMENT_URL, MERCHANT_KEY, MERCHANT_PASSWORD, MERCHANT_SIGNING_SECRET }) => [
    [PAYMENT_URL.startsWith('https://'), "Set PAYMENT_URL to the card platform's https address."],
    [
      MERCHANT_KEY !== SANDBOX_MERCHANT_KEY,
      "Set MERCHANT_KEY to your client_key at the card platform: the sandbox's is published.",
    ],
    [
      MERCHANT_PASSWORD !== undefined && MERCHANT_PASSWORD.reveal() !== SANDBOX_MERCHANT_PASSWORD,
      "Set MERCHANT_PASSWORD to your password at the card platform: the sandbox's is published.",
    ],
    [
      MERCHANT_SIGNING_SECRET !== undefined,
      'Set MERCHANT_SIGNING_SECRET to what “merchant create --require-signature” printed: the hash of a notification could be sent back as a request.',
    ],
  ],
  crypto: (environment) => [
    ...chainRules(environment),
    [
      environment.CHAIN_XPUB !== undefined,
      'Set CHAIN_XPUB to the extended public key of a wallet of yours: coins are taken at its addresses.',
    ],
  ],
  balance: () => [],
  sepa: bankRules,
}

const payoutRules: Readonly<Record<PayoutGroup, (environment: ExchangeEnvironment) => readonly Rule[]>> = {
  crypto: chainRules,
  sepa: bankRules,
  balance: () => [],
}

function unmet(rules: readonly Rule[]): string[] {
  return rules.flatMap(([holds, sentence]) => (holds ? [] : [sentence]))
}
