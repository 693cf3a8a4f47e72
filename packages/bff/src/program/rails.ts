import type { CardRail } from '@cambio/exchange/payin/card/CardRail.ts'
import type { DepositRail } from '@cambio/exchange/payin/deposit/DepositRail.ts'
import type { TransferRail } from '@cambio/exchange/payin/transfer/TransferRail.ts'
import type { PayoutRails } from '@cambio/exchange/payout/PayoutRails.ts'
import type { PayoutRecall } from '@cambio/exchange/payout/PayoutRecall.ts'
import type { Screening } from '@cambio/exchange/screening/Screening.ts'
import { cardPlatformRail } from '@cambio/rails/card/cardPlatformRail.ts'
import { chainMigrations } from '@cambio/rails/chain/chainMigrations.ts'
import { chainRecall } from '@cambio/rails/chain/payout/chainRecall.ts'
import { mailSettings } from '@cambio/rails/mail/mailSettings.ts'
import { twilioRail } from '@cambio/rails/messages/twilioRail.ts'
import { twilioSettings } from '@cambio/rails/messages/twilioSettings.ts'
import { balanceRail } from '@cambio/rails/payout/balanceRail.ts'
import { sandboxNetworkMigrations, sandboxNetworkRail } from '@cambio/rails/payout/sandboxNetwork.ts'
import type { OpenRail, Rail, RailDeps } from '@cambio/rails/Rail.ts'
import { ratesRail } from '@cambio/rails/rates/ratesRail.ts'
import { sepaMigrations, sepaRail } from '@cambio/rails/sepa/sepaRail.ts'
import { sepaRecall } from '@cambio/rails/sepa/sepaRecall.ts'
import type { TestWallet } from '@cambio/rails/TestWallet.ts'
import type { TransactionReader } from '@cambio/rails/TransactionReader.ts'
import { sumsubRail } from '@cambio/rails/verification/sumsubRail.ts'
import { sumsubSettings } from '@cambio/rails/verification/sumsubSettings.ts'
import type { Webhook } from '@cambio/rails/Webhook.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { DueLoop } from '@cambio/server/work/due.ts'
import type { Repeated } from '@cambio/server/work/repeat.ts'
import type { Network } from '@cambio/wire/Currency.ts'
import {
  SANDBOX_IBAN,
  bankAccountOf,
  SANDBOX_MERCHANT_PASSWORD,
  type ExchangeEnvironment,
} from './environment.ts'

type Entry = {
  /** Folder of the rail's migrations. Its tables are made whether it is there or not, as orders outlive settings. */
  readonly migrations?: string
  /** What it does about payments inside a transaction, whether it is there or not. */
  readonly recall?: (query: Query) => PayoutRecall
  /**
   * The rail; undefined where the settings do without it. What large packages carry is read only where it is there: the
   * chain's alone take 25 MB of memory.
   */
  readonly from: (environment: ExchangeEnvironment) => Rail | undefined | Promise<Rail | undefined>
}

/** Every rail, the preferred ones first: what a real one carries the sandbox's network does not. */
const entries: readonly Entry[] = [
  {
    from(environment) {
      const { MERCHANT_KEY: clientKey, MERCHANT_HASH: hash, PAYMENT_URL: paymentUrl } = environment
      const password = environment.MERCHANT_PASSWORD?.reveal() ?? SANDBOX_MERCHANT_PASSWORD
      const nextPassword = environment.MERCHANT_PASSWORD_NEXT?.reveal() ?? null
      const { MERCHANT_SIGNING_SECRET: secret, MERCHANT_SIGNING_SECRET_NEXT: nextSecret } = environment
      const signingSecrets = [secret, nextSecret].flatMap((each) =>
        each ? Buffer.from(each.reveal(), 'base64') : [],
      )
      return cardPlatformRail({ clientKey, password, nextPassword, hash, paymentUrl, signingSecrets })
    },
  },
  { migrations: sepaMigrations, recall: sepaRecall, from: sepa },
  {
    migrations: chainMigrations,
    recall: chainRecall,
    from: async (environment) =>
      environment.CHAIN_URL === undefined
        ? undefined
        : (await import('./chainRailOf.ts')).chainRailOf(environment, environment.CHAIN_URL),
  },
  { from: () => balanceRail },
  {
    migrations: sandboxNetworkMigrations,
    from: ({ MODE }) => (MODE === 'sandbox' ? sandboxNetworkRail : undefined),
  },
  { from: ({ RATES }) => RATES && ratesRail(RATES) },
  {
    async from(environment) {
      const settings = mailSettings(environment)
      return settings && (await import('@cambio/rails/mail/mailRail.ts')).mailRail(settings)
    },
  },
  { from: (environment) => railOf(twilioRail, twilioSettings(environment)) },
  { from: (environment) => railOf(sumsubRail, sumsubSettings(environment)) },
]

/** The rail of a provider, where its settings are there. */
function railOf<Settings>(
  make: (settings: Settings) => Rail,
  settings: Settings | undefined,
): Rail | undefined {
  return settings && make(settings)
}

/** Bank transfers. A live exchange that has named no account of its own gives them back and pays nobody by them. */
function sepa(environment: ExchangeEnvironment): Rail {
  const { MODE, SEPA_IBAN } = environment
  return sepaRail(bankAccountOf(environment), { paysOut: MODE === 'sandbox' || SEPA_IBAN !== SANDBOX_IBAN })
}

/** The tables of every rail, in the order in which they are made. */
export const railMigrations: readonly string[] = entries.flatMap(({ migrations }) => migrations ?? [])

/** What every rail that can do so does about its payments inside this transaction. */
export function payoutRecalls(query: Query): readonly PayoutRecall[] {
  return entries.flatMap(({ recall }) => recall?.(query) ?? [])
}

/** The rails that there are with these settings. */
export async function railsOf(environment: ExchangeEnvironment): Promise<readonly Rail[]> {
  const rails = await Promise.all(entries.map(async ({ from }) => from(environment)))
  return rails.filter((rail) => rail !== undefined)
}

/** What open rails are to the exchange. */
export type OpenRails = {
  readonly card: CardRail
  readonly transfer: TransferRail
  /** Null where no rail takes coins. */
  readonly deposit: DepositRail | null
  /** The networks on which coins are taken. */
  readonly depositNetworks: readonly Network[]
  readonly payout: PayoutRails
  readonly railLoops: readonly DueLoop[]
  readonly repeated: readonly Repeated[]
  readonly missing: () => readonly string[]
  readonly providers: NamedProviders
  /** Lists of sanctioned wallets that networks keep. */
  readonly oracles: readonly Screening[]
  readonly testWallet: TestWallet | null
  readonly transactions: readonly TransactionReader[]
  readonly webhooks: readonly Webhook[]
}

/** Who tells prices, carries codes and messages and checks people, where the settings name somebody. */
export type NamedProviders = {
  readonly [Part in 'rates' | 'mail' | 'messages' | 'verification']: OpenRail[Part] | undefined
}

/** @throws Error when no rail takes cards or transfers, or one carries a way out and pays nothing out */
export function openRails(rails: readonly Rail[], deps: RailDeps): OpenRails {
  const open = rails.map((rail) => ({
    ways: rail.payoutWays,
    depositNetworks: rail.depositNetworks,
    ...rail.open(deps),
  }))
  const card = open.find((rail) => rail.card)?.card
  if (!card) throw new Error('No rail takes cards')
  const transfer = open.find((rail) => rail.transfer)?.transfer
  if (!transfer) throw new Error('No rail takes transfers')
  return {
    card,
    transfer,
    deposit: open.find((rail) => rail.deposit)?.deposit ?? null,
    depositNetworks: open.flatMap(({ depositNetworks }) => depositNetworks ?? []),
    payout: open.flatMap(({ ways, payout }) =>
      ways.map((way) => {
        if (!payout) throw new Error(`A rail of ${way.group} pays nothing out`)
        return { ...way, rail: payout }
      }),
    ),
    oracles: open.flatMap(({ screening }) => screening ?? []),
    testWallet: open.find((rail) => rail.testWallet)?.testWallet ?? null,
    transactions: open.flatMap(({ transactions }) => transactions ?? []),
    missing: () => open.flatMap(({ missing }) => missing?.() ?? []),
    railLoops: open.flatMap(({ loops }) => loops ?? []),
    repeated: open.flatMap(({ repeated }) => repeated ?? []),
    providers: {
      rates: open.find((rail) => rail.rates)?.rates,
      mail: open.find((rail) => rail.mail)?.mail,
      messages: open.find((rail) => rail.messages)?.messages,
      verification: open.find((rail) => rail.verification)?.verification,
    },
    webhooks: open.flatMap(({ webhooks }) => webhooks ?? []),
  }
}
