import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { wholeLedger } from '../../store/ledger/wholeLedger.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'
import { signed } from '../signed.ts'

/**
 * Lists every account with its balance, the sum of each asset, which is zero in each layer, and the ended orders with
 * money left on their account.
 */
export const ledgerTrialBalance = command({
  name: 'ledger trial-balance',
  summary: [
    'Lists every account with a balance, and the sum of each asset: zero, or the books are broken. They are also broken',
    'if an order has ended with money left on its account: that account is named.',
  ].join('\n'),
  words: {},
  options: {},
  json: z.object({
    balanced: z.boolean(),
    assets: z.array(z.object({ asset: z.string(), layer: z.string(), sum: z.string() })),
    // Left out if there are none, which is the rule.
    leftovers: z.optional(
      z.array(
        z.object({ client_order_id: z.string(), asset: z.string(), layer: z.string(), sum: z.string() }),
      ),
    ),
  }),
  async run(deps: StoreDeps) {
    const { sums, accounts, left } = await wholeLedger(deps)
    const assets = sums.map(({ asset, layer, units }) => ({
      asset,
      layer,
      sum: signed({ units, currency: asset }),
    }))
    const balanced = sums.every(({ units }) => units === 0n)
    const leftovers = left.map(({ orderId, asset, layer, units }) => ({
      client_order_id: orderId,
      asset,
      layer,
      sum: signed({ units, currency: asset }),
    }))
    const lines = [
      ...accounts.map(({ account, asset, layer, units }) =>
        line(account, asset, layer, signed({ units, currency: asset })),
      ),
      ...assets.map(({ asset, layer, sum }) => line('Sum', asset, layer, sum)),
      balanced ? 'The books are balanced.' : 'The books are not balanced.',
      ...leftovers.map(
        ({ client_order_id: id, asset, layer, sum }) =>
          `Order ${id} has ended, and ${sum} ${asset} is left on its account (${layer}).`,
      ),
    ]
    const isLeft = leftovers.length > 0
    const data = { balanced, assets, ...(isLeft && { leftovers }) }
    return { text: lines.join('\n'), data, failed: !balanced || isLeft }
  },
})

function line(account: string, asset: string, layer: string, sum: string): string {
  return `${account.padEnd(44)} ${asset.padEnd(9)} ${layer.padEnd(8)} ${sum}`
}
