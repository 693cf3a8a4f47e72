import { settleRestored } from '@cambio/bff/operator/settleRestored.ts'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import type { InstallationDeps } from '../InstallationDeps.ts'
import type { Owned } from '../Owned.ts'
import type { Settings } from '../Program.ts'

/**
 * Makes a restored database of the exchange safe to run on: no money leaves, and no deposit address is assigned twice.
 * @returns whether there is one
 */
export async function settle(
  { random, clock, operator }: InstallationDeps,
  input: { databases: readonly Owned[]; settings: Settings; detail: object },
): Promise<boolean> {
  const { databases, settings, detail } = input
  const exchange = databases.find(({ name }) => name === 'exchange')
  if (exchange === undefined) return false
  const { url, schema } = exchange
  const database = openDatabase({ url, schema, max: 1 })
  try {
    const deps = { database, random, now: () => clock.now(), mode: settings.exchange.MODE }
    await settleRestored(deps, { detail, actor: operator })
    return true
  } finally {
    await database.close()
  }
}
