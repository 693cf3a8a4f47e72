import { chainMigrations } from '@cambio/rails/chain/chainMigrations.ts'
import { chainRecall } from '@cambio/rails/chain/payout/chainRecall.ts'
import type { ExchangeEnvironment } from '../environment.ts'
import type { Rule } from '../variableRules.ts'
import type { RailEntry } from './RailEntry.ts'

/** Coins and tokens on Ethereum. */
export const ethereumEntry: RailEntry = {
  migrations: chainMigrations,
  recall: chainRecall,
  payins: {
    crypto: (environment) => [
      ...nodeAndWallet(environment),
      [
        environment.CHAIN_XPUB !== undefined,
        'Set CHAIN_XPUB to the extended public key of a wallet of yours: coins are received at its addresses.',
      ],
    ],
  },
  payouts: { crypto: nodeAndWallet },
  async from(environment) {
    const { CHAIN_URL: url } = environment
    return url === undefined
      ? undefined
      : (await import('./ethereumRailOf.ts')).ethereumRailOf(environment, url)
  },
}

/** The rules for the node and the wallet that pays out. */
function nodeAndWallet({ CHAIN_URL, CHAIN_KEY }: ExchangeEnvironment): readonly Rule[] {
  return [
    [CHAIN_URL !== undefined, 'Set CHAIN_URL to an Ethereum node of yours.'],
    [CHAIN_KEY !== undefined, 'Set CHAIN_KEY to the private key of the wallet that pays out.'],
  ]
}
