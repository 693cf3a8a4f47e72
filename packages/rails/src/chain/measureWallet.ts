import type { Metrics } from '@cambio/server/metrics.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import * as Currency from '@cambio/wire/Currency.ts'
import type { ChainClient } from './chainClient.ts'
import { tokenCurrencies, type ChainSettings } from './ChainSettings.ts'
import { FEES, findWallet, walletKey } from './ChainWallet.ts'
import { balanceAt } from './payout/balanceAt.ts'
import { COIN } from './payout/transfer.ts'

/** Metrics of the wallet that pays out: what it holds, and what there is too little of. */
export function measureWallet(
  { database, client, metrics }: { database: Database; client: ChainClient; metrics: Metrics },
  settings: ChainSettings,
): void {
  const currencies = [COIN, ...tokenCurrencies]
  const { tokens, keys } = settings
  const { address } = keys.hotWallet
  metrics.gauge('chain_hot_wallet', 'Balance of the hot wallet, in whole coins.', ['currency'], async () => {
    const balances = await Promise.all(
      currencies.map((currency) => balanceAt(client, { address, tokens }, currency).catch(() => undefined)),
    )
    return currencies.flatMap((currency, index) => {
      const units = balances[index]
      // Only for a graph: no money is computed from this number.
      const value = Number(units) / 10 ** Currency.get(currency).decimals
      return units === undefined ? [] : [{ labels: { currency }, value }]
    })
  })
  metrics.gauge(
    'chain_hot_wallet_too_low',
    'Whether the hot wallet holds too little of a currency to pay out: 1 or 0.',
    ['currency'],
    async () => {
      const wallet = await findWallet(database.query, walletKey(settings))
      const isTooLow = (what: string) => wallet?.tooLow[what] !== undefined
      return currencies.map((currency) => ({
        labels: { currency },
        value: isTooLow(currency) || (currency === COIN && isTooLow(FEES)) ? 1 : 0,
      }))
    },
  )
  metrics.gauge(
    'chain_stopped',
    'Whether the chain does not advance or cannot be read: 1 or 0.',
    [],
    async () => {
      const wallet = await findWallet(database.query, walletKey(settings))
      const isWell = wallet?.stopped === null && wallet.unreadable === null && wallet.stranger === null
      return [{ labels: {}, value: isWell ? 0 : 1 }]
    },
  )
}
