import { ExchangeEnvironment } from '@cambio/bff/program/environment.ts'
import { CardsEnvironment } from '@cambio/cards/program/environment.ts'

/** Who reads a setting. Only a program's migration reads the owner's address. */
export type Reader = 'exchange' | 'cards' | 'exchange-migrate' | 'cards-migrate'

/** A setting that is asked for. */
export type Question = {
  readonly name: string
  readonly ask: string
  readonly readers: readonly Reader[]
  /** Whether it is asked for in live only; a sandbox has a stand-in. */
  readonly isLive?: true
  /** Whether it is stored in a file of its own, which only its program is given. */
  readonly isSecret?: true
  /** Whether it may be left out. */
  readonly isOptional?: true
  /** The value if the answer is empty. */
  readonly suggested?: string
  /** Whether a new key is made if the answer is empty. */
  readonly isKey?: true
}

const both = ['exchange', 'cards'] as const
const migrated = (program: 'exchange' | 'cards') => [program, `${program}-migrate`] as const

/** All questions, in order. Every other setting has a default, and the guide describes it. */
export const questions: readonly Question[] = [
  {
    name: 'MODE',
    ask: 'sandbox, in which no money moves, or live',
    readers: ['exchange', 'cards', 'exchange-migrate', 'cards-migrate'],
    suggested: 'sandbox',
  },
  {
    name: 'BASE_URL',
    ask: 'The exchange’s address, as buyers know it',
    readers: ['exchange'],
    suggested: 'http://localhost:8787',
  },
  {
    name: 'PAYMENT_URL',
    ask: 'The card platform’s address, as browsers know it',
    readers: both,
    suggested: 'http://localhost:8789',
  },
  { name: 'TRUSTED_PROXIES', ask: 'Addresses of the proxy in front', readers: both, suggested: '127.0.0.1' },
  live('DATABASE_URL', 'The exchange’s database, as the role that owns no table', migrated('exchange')),
  live('DATABASE_OWNER_URL', 'The same, as its owner, for migrations alone', ['exchange-migrate']),
  {
    ...later(
      'DATABASE_READ_URL',
      'A standby of it that lists and reports are read on; empty: none',
      'exchange',
    ),
    isSecret: true,
  },
  live(
    'CARDS_DATABASE_URL',
    'The card platform’s database, as the role that owns no table',
    migrated('cards'),
  ),
  live('CARDS_DATABASE_OWNER_URL', 'The same, as its owner, for migrations alone', ['cards-migrate']),
  key('EXCHANGE_KEY', 'The key that the exchange seals secrets under; empty: a new one', 'exchange'),
  key('CARDS_KEY', 'The key that cards are sealed under; empty: a new one', 'cards'),
  later('CARDS_UPSTREAM_URL', 'The platform that takes the cards; empty: none, or Stripe', 'cards'),
  later('CARDS_UPSTREAM_CLIENT_KEY', 'Your client_key there', 'cards'),
  { ...later('CARDS_UPSTREAM_PASSWORD', 'Your password there', 'cards'), isSecret: true },
  {
    ...later(
      'CARDS_STRIPE_KEY',
      'The secret key of your account at Stripe, where that takes the cards',
      'cards',
    ),
    isSecret: true,
  },
  { ...later('CARDS_STRIPE_WEBHOOK_SECRET', 'What Stripe signs its webhooks with', 'cards'), isSecret: true },
  {
    ...later(
      'MERCHANT_KEY',
      'The exchange’s client_key at the card platform; empty: “merchant create” prints it later',
      'exchange',
    ),
  },
  { ...later('MERCHANT_PASSWORD', 'Its password', 'exchange'), isSecret: true },
  { ...later('MERCHANT_SIGNING_SECRET', 'Its signing secret', 'exchange'), isSecret: true },
  {
    ...later('RATES', 'The markets that prices come from', 'exchange'),
    suggested: 'kraken,bitstamp,coinbase,coinbase-rates',
  },
  { ...later('SMTP_URL', 'The mail server', 'exchange'), isSecret: true },
  later('MAIL_FROM', 'The sender of mail', 'exchange'),
  {
    ...later(
      'SUMSUB_APP_TOKEN',
      'The app token of your account at Sumsub, which checks documents',
      'exchange',
    ),
    isSecret: true,
  },
  { ...later('SUMSUB_SECRET_KEY', 'Its secret key', 'exchange'), isSecret: true },
  { ...later('SUMSUB_WEBHOOK_SECRET', 'What it signs webhooks with', 'exchange'), isSecret: true },
  later('SUMSUB_LEVELS', 'Its levels, as identity=…,address=…,bank_statement=…', 'exchange'),
  later('CHAIN_URL', 'The Ethereum node', 'exchange'),
  { ...later('CHAIN_KEY', 'The private key of the wallet that pays out', 'exchange'), isSecret: true },
  later('CHAIN_XPUB', 'The extended public key of deposit addresses', 'exchange'),
  later('SEPA_IBAN', 'The bank account that buyers send money to', 'exchange'),
  later('SEPA_BENEFICIARY', 'In whose name it is', 'exchange'),
  later('LEGAL_NAME', 'Your company’s name, as buyers see it at the foot of each page', 'exchange'),
  later(
    'LEGAL_VERSION',
    'The version of your terms, such as 2027-01; it is kept with each order',
    'exchange',
  ),
  later('LEGAL_TERMS_URL', 'The address of your terms; {language} may stand in it', 'exchange'),
  later('LEGAL_PRIVACY_URL', 'That of your privacy notice', 'exchange'),
  later('LEGAL_HELP_URL', 'That of your help, or mailto: and a mail address', 'exchange'),
  later('LEGAL_CARD_HOLDER', 'Who holds the data of cards, where that is not you', 'exchange'),
  later('LEGAL_LANGUAGES', 'The languages of those pages, the fallback first', 'exchange'),
]

function live(name: string, ask: string, readers: readonly Reader[]): Question {
  return { name, ask, readers, isLive: true, isSecret: true }
}

function key(name: string, ask: string, reader: Reader): Question {
  return { name, ask, readers: [reader], isSecret: true, isKey: true }
}

function later(name: string, ask: string, reader: Reader): Question {
  return { name, ask, readers: [reader], isLive: true, isOptional: true }
}

/** The questions of a mode. */
export function questionsIn(mode: string): readonly Question[] {
  return questions.filter(({ isLive }) => isLive === undefined || mode === 'live')
}

/** What is wrong with an answer, as a sentence; undefined for a valid one. The answer is not repeated. */
export function objectionToAnswer({ name }: Question, answer: string): string | undefined {
  const shapes: Readonly<Record<string, unknown>>[] = [ExchangeEnvironment.shape, CardsEnvironment.shape]
  for (const shape of shapes) {
    const schema = shape[name]
    if (!isSchema(schema)) continue
    const read = schema.safeParse(answer)
    if (!read.success) return `${name} must be ${read.error?.issues[0]?.message ?? 'something else'}.`
  }
  return undefined
}

type Schema = {
  safeParse(text: string): { success: boolean; error?: { issues: readonly { message: string }[] } }
}

function isSchema(schema: unknown): schema is Schema {
  return typeof schema === 'object' && schema !== null && 'safeParse' in schema
}
