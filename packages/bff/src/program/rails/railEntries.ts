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

/** Clients' balances with the exchange itself, which need no settings. */
const balanceEntry: RailEntry = {
  payins: { balance: () => [] },
  payouts: { balance: () => [] },
  from: () => balanceRail,
}

/** The stand-in for networks without a real rail. */
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

/** The migrations of every rail, in the order in which they run. */
export const railMigrations: readonly string[] = railEntries.flatMap(({ migrations }) => migrations ?? [])

/** The rails that can recall their payments inside this transaction. */
export function payoutRecalls(query: Query): readonly PayoutRecall[] {
  return railEntries.flatMap(({ recall }) => recall?.(query) ?? [])
}

/** The configured rails. */
export async function railsOf(environment: ExchangeEnvironment): Promise<readonly Rail[]> {
  const rails = await Promise.all(railEntries.map(async ({ from }) => from(environment)))
  return rails.filter((rail) => rail !== undefined)
}
