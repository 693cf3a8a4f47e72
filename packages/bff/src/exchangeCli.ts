import process from 'node:process'
import type { Described } from '@cambio/server/cli/answerCall.ts'
import type { LateCommand } from '@cambio/server/cli/Command.ts'
import { migrate, migrateLine } from '@cambio/server/cli/migrateLine.ts'
import { runCommands } from '@cambio/server/cli/runCommands.ts'
import { systemClock } from '@cambio/server/Clock.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { misspeltVariables } from '@cambio/server/settings/misspeltVariables.ts'
import { VERSION } from '@cambio/server/version.ts'
import { exchangeCommands } from './cli/exchangeCommands.ts'
import { ExchangeEnvironment } from './program/environment.ts'

/* What a call stands on is imported once it is known which call it is: most of a short command's time is reading code. */

/**
 * The exchange's command line as a whole: answers the call that this process was started with.
 * @param elsewhere commands that somebody else carries out, and that the help tells of
 */
export async function exchangeCli(
  elsewhere: readonly (Described | LateCommand<never>)[] = [],
): Promise<void> {
  for (const sentence of misspeltVariables([ExchangeEnvironment], process.env))
    process.stderr.write(`${sentence}\n`)

  // A database that is to be made is not opened.
  if (process.argv[2] === 'migrate')
    await runCommands(migrateLine(exchangeCommands.program), async (work) => {
      const { migrateStore } = await import('./store/openStore.ts')
      return work({ migrate: () => migrateStore(readEnvironment(ExchangeEnvironment, process.env)) })
    })
  // An installation that is looked at need not be whole; a receiver is named by its address.
  else if (process.argv[2] === 'doctor' && process.argv.slice(3).every((word) => word === '--json')) {
    const { doctorLine } = await import('./cli/doctor/installationDoctor.ts')
    await runCommands(doctorLine(exchangeCommands.program), (work) =>
      work({
        variables: process.env,
        clock: systemClock,
        random: systemRandom,
        version: VERSION,
        nodeVersion: process.version,
      }),
    )
  } else
    await runCommands({ ...exchangeCommands, elsewhere: [migrate, ...elsewhere] }, async (work, stopped) => {
      const { onExchange } = await import('./cli/onExchange.ts')
      return onExchange(work, stopped)
    })
}
