import type { Query } from '@cambio/server/postgres/Database.ts'
import type { ChainDeps } from '../ChainDeps.ts'
import type { ChainSettings } from '../ChainSettings.ts'
import { lockWallet, walletKey } from '../ChainWallet.ts'
import { findPayout } from './ChainPayout.ts'

/**
 * Refuses a payment for good, unless another process has signed it meanwhile. A refused payment is refunded, so it is
 * never signed afterwards.
 */
export async function refusePayout(
  { database, clock }: Pick<ChainDeps, 'database' | 'clock'>,
  settings: ChainSettings,
  { payoutId, reason }: { readonly payoutId: string; readonly reason: string },
): Promise<void> {
  await database.transaction(async (query) => {
    await lockWallet(query, walletKey(settings))
    if (await findPayout(query, payoutId)) return
    await addRefusal(query, { payoutId, reason, at: clock.now() })
  })
}

/** Stores that a payment is refused for good. The caller's transaction has locked the wallet. */
export async function addRefusal(
  query: Query,
  { payoutId, reason, at }: { readonly payoutId: string; readonly reason: string; readonly at: Date },
): Promise<void> {
  await query({
    name: 'chain_refusal_add',
    text: `
      insert into chain_refusal (payout_id, reason, refused_at) values ($1, $2, $3)
      on conflict do nothing`,
    values: [payoutId, reason, at],
  })
}

/** Why a payment was refused for good; undefined where it was not. */
export async function findRefusal(query: Query, payoutId: string): Promise<string | undefined> {
  const [row] = await query<{ reason: string }>({
    name: 'chain_refusal_find',
    text: 'select reason from chain_refusal where payout_id = $1',
    values: [payoutId],
  })
  return row?.reason
}
