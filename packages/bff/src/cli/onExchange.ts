import { judgementsOf } from '@cambio/rails/rates/judgementsOf.ts'
import { accountName } from '@cambio/server/cli/accountName.ts'
import type { Answer } from '@cambio/server/cli/answerCall.ts'
import { systemClock } from '@cambio/server/Clock.ts'
import { silentLog } from '@cambio/server/log.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { checkLiveCommand } from '../program/checkLiveCommand.ts'
import { bankAccountOf, ExchangeEnvironment } from '../program/environment.ts'
import { existingKeys } from '../program/keySource.ts'
import { merchantAccessOf } from '../program/merchantAccess.ts'
import { openKeys } from '../store/innerKeys.ts'
import { reachStore } from '../store/openStore.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import type { CommandDeps } from './CommandDeps.ts'

/**
 * Runs a command on the exchange that the variables name.
 * @param input.progress reports progress to the caller
 * @throws StartRefused
 */
export async function onExchange(
  input: {
    readonly variables: Readonly<Record<string, string | undefined>>
    readonly progress: (sentence: string) => void
    readonly stopped: AbortSignal
  },
  work: (deps: CommandDeps) => Promise<Answer>,
): Promise<Answer> {
  const { variables, progress, stopped } = input
  const environment = readEnvironment(ExchangeEnvironment, variables)
  checkLiveCommand(environment)
  const store = await reachStore(environment, { log: silentLog, progress })
  try {
    const random = systemRandom
    const { database, locking } = store
    const keySource = existingKeys(environment, store)
    const keys = await openKeys({ query: database.query, keyring: keySource.keyring, random })
    const deps = storeDepsOf({ database, locking, keys, clock: systemClock, random })
    return await work({
      ...deps,
      random,
      keySource,
      progress,
      operator: accountName(),
      mode: environment.MODE,
      cell: environment.CELL ?? null,
      partnerMoveKey: environment.PARTNER_MOVE_KEY ?? null,
      merchant: merchantAccessOf(environment),
      stopped,
      chainUrl: environment.CHAIN_URL,
      askSources: judgementsOf(
        { clock: systemClock, log: silentLog },
        environment.RATES,
        environment.SANDBOX_PRICES,
      ),
      bankAccount: bankAccountOf(environment),
    })
  } finally {
    await store.close()
  }
}
