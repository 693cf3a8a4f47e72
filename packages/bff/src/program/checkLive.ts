import { standardSnapshot } from '@cambio/exchange/catalogue/snapshotOf.ts'
import type { PayoutGroup } from '@cambio/wire/Payment.ts'
import { StartRefused } from '@cambio/server/StartRefused.ts'
import {
  SANDBOX_IBAN,
  SANDBOX_MERCHANT_KEY,
  SANDBOX_MERCHANT_PASSWORD,
  type ExchangeEnvironment,
} from './environment.ts'
import { railsOf } from './rails.ts'

/**
 * Lets only a complete set of real parts take real money.
 * @throws StartRefused that names everything that is missing
 */
export function checkLive(environment: ExchangeEnvironment): void {
  if (environment.MODE !== 'live') return
  const missing = [...missingSettings(environment), ...missingRails(environment), ...missingParts]
  throw new StartRefused(
    `MODE=live does not start, because real money needs what is not here yet:\n${missing
      .map((sentence) => `  - ${sentence}`)
      .join('\n')}`,
  )
}

/**
 * Keeps a live command line from a sandbox's data: without its own database and key it would find those.
 * @throws StartRefused
 */
export function checkLiveCommand({ MODE, DATABASE_URL, EXCHANGE_KEY }: ExchangeEnvironment): void {
  if (MODE !== 'live' || (DATABASE_URL !== undefined && EXCHANGE_KEY !== undefined)) return
  throw new StartRefused(
    'With MODE=live the command line works on the exchange’s own database: set DATABASE_URL and EXCHANGE_KEY as the exchange has them.',
  )
}

function missingSettings(environment: ExchangeEnvironment): string[] {
  const { DATABASE_URL, EXCHANGE_KEY, BASE_URL, PAYMENT_URL, MERCHANT_KEY, MERCHANT_PASSWORD, SEPA_IBAN } =
    environment
  const rules: readonly [boolean, string][] = [
    [DATABASE_URL !== undefined, 'Set DATABASE_URL: orders are kept in a PostgreSQL of yours.'],
    [
      EXCHANGE_KEY !== undefined,
      'Set EXCHANGE_KEY to 32 random bytes in base64: secrets are sealed with it.',
    ],
    [BASE_URL?.startsWith('https://') ?? false, 'Set BASE_URL to the https address buyers know.'],
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
      SEPA_IBAN !== SANDBOX_IBAN || !('sepa' in standardSnapshot.tariff.payin),
      'Set SEPA_IBAN and SEPA_BENEFICIARY to your bank account: the sandbox’s is nobody’s.',
    ],
  ]
  return rules.flatMap(([holds, sentence]) => (holds ? [] : [sentence]))
}

/** What to say where a group is offered and nothing carries it for real. */
const missingRail: Readonly<Record<PayoutGroup, string>> = {
  crypto: 'Set CHAIN_URL to an Ethereum node of yours, and CHAIN_KEY to the key of the wallet that pays out.',
  balance: 'The rail of the exchange’s own balances.',
}

/** The groups on offer that no rail of these settings carries. A single coin without a rail is just not offered. */
function missingRails(environment: ExchangeEnvironment): string[] {
  const ways = railsOf(environment).flatMap(({ payoutWays }) => payoutWays)
  return standardSnapshot.tariff.payout
    .filter((offered) => !ways.some(({ group }) => group === offered.group))
    .map(({ group }) => missingRail[group])
}

/** Parts that exist as ports and have only their sandbox so far. */
const missingParts = [
  'A source of market rates: the ones here are reference prices.',
  'A mail server for the codes: here they are shown on the screen.',
  'A carrier for texts: here they are listed on a page.',
  'A provider of identity checks: here a page with two buttons decides.',
]
