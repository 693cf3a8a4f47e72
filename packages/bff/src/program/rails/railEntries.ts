import type { PayoutRecall } from '@cambio/exchange/payout/PayoutRecall.ts'
import { balanceRail } from '@cambio/rails/payout/balanceRail.ts'
import { sandboxNetworkMigrations, sandboxNetworkRail } from '@cambio/rails/payout/sandboxNetwork.ts'
import type { Rail } from '@cambio/rails/Rail.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { ExchangeEnvironment } from '../environment.ts'
import { bankEntry } from './bankEntry.ts'
import { cardPlatformEntry } from './cardPlatformEntry.ts'
import { ethereumEntry } from './ethereumEntry.ts'
import type { RailEntry } from './RailEntry.ts'

/** What clients have with the exchange itself: nothing is needed for it. */
const balanceEntry: RailEntry = {
  payins: { balance: () => [] },
  payouts: { balance: () => [] },
  from: () => balanceRail,
}

/** Stands in for the networks that nothing real carries. */
const sandboxNetworkEntry: RailEntry = {
  migrations: sandboxNetworkMigrations,
  payins: {},
  payouts: {},
  from: ({ MODE }) => (MODE === 'sandbox' ? sandboxNetworkRail : undefined),
}

/** Every rail. */
export const railEntries: readonly RailEntry[] = [
  cardPlatformEntry,
  bankEntry,
  ethereumEntry,
  balanceEntry,
  sandboxNetworkEntry,
]

/** The tables of every rail, in the order in which they are made. */
export const railMigrations: readonly string[] = railEntries.flatMap(({ migrations }) => migrations ?? [])

/** What every rail that can do so does about its payments inside this transaction. */
export function payoutRecalls(query: Query): readonly PayoutRecall[] {
  return railEntries.flatMap(({ recall }) => recall?.(query) ?? [])
}

/** The rails that there are with these settings. */
export async function railsOf(environment: ExchangeEnvironment): Promise<readonly Rail[]> {
  const rails = await Promise.all(railEntries.map(async ({ from }) => from(environment)))
  return rails.filter((rail) => rail !== undefined)
}
