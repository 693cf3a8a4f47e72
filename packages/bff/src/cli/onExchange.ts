import process from 'node:process'
import { judgementsOf } from '@cambio/rails/rates/judgementsOf.ts'
import { accountName } from '@cambio/server/cli/accountName.ts'
import type { Answer } from '@cambio/server/cli/answerCall.ts'
import { systemClock } from '@cambio/server/Clock.ts'
import { silentLog } from '@cambio/server/log.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { printableLine } from '@cambio/server/settings/printable.ts'
import { checkLiveCommand } from '../program/checkLiveCommand.ts'
import { bankAccountOf, ExchangeEnvironment } from '../program/environment.ts'
import { existingKeys } from '../program/keySource.ts'
import { openKeys } from '../store/innerKeys.ts'
import { reachStore } from '../store/openStore.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import type { CommandDeps } from './CommandDeps.ts'

/** Runs a command on the exchange that this process's environment names. @throws StartRefused */
export async function onExchange(
  work: (deps: CommandDeps) => Promise<Answer>,
  stopped: AbortSignal,
): Promise<Answer> {
  const environment = readEnvironment(ExchangeEnvironment, process.env)
  checkLiveCommand(environment)
  const progress = (sentence: string) => process.stderr.write(`${printableLine(sentence)}\n`)
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
