import type { Address } from 'viem'
import type { DepositDeps } from '../ChainDeps.ts'
import { tokenCurrencies, type ChainSettings } from '../ChainSettings.ts'
import { balanceAt } from '../payout/balanceAt.ts'
import { COIN } from '../payout/transfer.ts'
import { bookedAt } from './bookedAt.ts'
import { findDepositWatch, lockDepositWatch } from './DepositWatch.ts'
import { addSwept } from './Swept.ts'

type Open = {
  readonly address: Address
  readonly nonce: bigint
  readonly units: bigint
  readonly currency: string
}

/** Books an exported sweep once it is in a final block of the chain. */
export async function bookSweeps(deps: DepositDeps, settings: ChainSettings): Promise<void> {
  const { client, database } = deps
  const open = await database.query<Open>({
    name: 'chain_sweep_open',
    text: 'select address, nonce, units, currency from chain_sweep where chain_id = $1 and seen_at is null',
    values: [settings.chainId],
  })
  const watch = await findDepositWatch(database.query, settings.chainId)
  if (!watch) return
  for (const address of new Set(open.map((each) => each.address))) {
    const count = await client.getTransactionCount({ address, blockNumber: watch.height })
    const mined = open.filter((each) => each.address === address && Number(each.nonce) < count)
    if (mined.length === 0) continue
    const currencies = [COIN, ...tokenCurrencies]
    const balances = await Promise.all(
      currencies.map((currency) =>
        balanceAt(client, { address, tokens: settings.tokens }, currency, watch.height),
      ),
    )
    await database.transaction(async (query) => {
      if ((await lockDepositWatch(query, settings.chainId)).height !== watch.height) return
      const at = deps.clock.now()
      for (const [index, currency] of currencies.entries()) {
        const left = (await bookedAt(query, address, currency)) - (balances[index] ?? 0n)
        // The operator receives what was exported; the rest of the difference is the network fee.
        const exported = mined.reduce((sum, each) => sum + (each.currency === currency ? each.units : 0n), 0n)
        const capitalUnits = left < exported ? left : exported
        const swept = { address, amount: { units: left, currency }, capitalUnits, height: watch.height }
        if (left !== 0n) await addSwept({ query, at }, { ...swept, entry: null })
      }
      await query({
        name: 'chain_sweep_seen',
        text: `
          update chain_sweep set seen_at = $3, seen_height = $5
          where address = $1 and chain_id = $2 and nonce < $4 and seen_at is null`,
        values: [address, settings.chainId, at, count, watch.height],
      })
    })
  }
}
