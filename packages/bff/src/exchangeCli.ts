import process from 'node:process'
import { judgementsOf } from '@cambio/rails/rates/judgementsOf.ts'
import { accountName } from '@cambio/server/cli/accountName.ts'
import type { Answer, Described } from '@cambio/server/cli/answerCall.ts'
import { migrate, migrateLine } from '@cambio/server/cli/migrateLine.ts'
import { runCommands } from '@cambio/server/cli/runCommands.ts'
import { systemClock } from '@cambio/server/Clock.ts'
import { silentLog } from '@cambio/server/log.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { misspeltVariables } from '@cambio/server/settings/misspeltVariables.ts'
import { printableLine } from '@cambio/server/settings/printable.ts'
import { VERSION } from '@cambio/server/version.ts'
import type { CommandDeps } from './cli/CommandDeps.ts'
import { doctorLine } from './cli/doctor/installationDoctor.ts'
import { exchangeCommands } from './cli/exchangeCommands.ts'
import { checkLiveCommand } from './program/checkLive.ts'
import { bankAccountOf, ExchangeEnvironment } from './program/environment.ts'
import { existingKeys } from './program/keySource.ts'
import { openKeys } from './store/innerKeys.ts'
import { migrateStore, reachStore } from './store/openStore.ts'
import { storeDepsOf } from './store/StoreDeps.ts'

/**
 * The exchange's command line as a whole: answers the call that this process was started with.
 * @param elsewhere commands that somebody else carries out, and that the help tells of
 */
export async function exchangeCli(elsewhere: readonly Described[] = []): Promise<void> {
  for (const sentence of misspeltVariables([ExchangeEnvironment], process.env))
    process.stderr.write(`${sentence}\n`)

  // A database that is to be made is not opened.
  if (process.argv[2] === 'migrate')
    await runCommands(migrateLine(exchangeCommands.program), (work) =>
      work({ migrate: () => migrateStore(readEnvironment(ExchangeEnvironment, process.env)) }),
    )
  // An installation that is looked at need not be whole; a receiver is named by its address.
  else if (process.argv[2] === 'doctor' && process.argv.slice(3).every((word) => word === '--json'))
    await runCommands(doctorLine(exchangeCommands.program), (work) =>
      work({
        variables: process.env,
        clock: systemClock,
        random: systemRandom,
        version: VERSION,
        nodeVersion: process.version,
      }),
    )
  else await runCommands({ ...exchangeCommands, elsewhere: [migrate, ...elsewhere] }, onExchange)
}

/** Does a command's work on the exchange that this process's environment names. */
async function onExchange(
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
      askSources: judgementsOf({ clock: systemClock, log: silentLog }, environment.RATES),
      bankAccount: bankAccountOf(environment),
    })
  } finally {
    await store.close()
  }
}
