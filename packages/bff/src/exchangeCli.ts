import process from 'node:process'
import type { Described } from '@cambio/server/cli/answerCall.ts'
import type { LateCommand } from '@cambio/server/cli/Command.ts'
import { migrate, migrateLine } from '@cambio/server/cli/migrateLine.ts'
import { runCommands } from '@cambio/server/cli/runCommands.ts'
import { systemClock } from '@cambio/server/Clock.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { misspeltVariables } from '@cambio/server/settings/misspeltVariables.ts'
import { printableLine } from '@cambio/server/settings/printable.ts'
import { VERSION } from '@cambio/server/version.ts'
import { exchangeCommands } from './cli/exchangeCommands.ts'
import { ExchangeEnvironment } from './program/environment.ts'

/* A call's modules are imported only once the call is known: a short command spends most of its time loading code. */

const report: LateCommand<never> = {
  name: 'cell report',
  load: async () => (await import('./cli/cell/cellReport.ts')).cellReport,
}

/**
 * The exchange's command line as a whole: answers the call that this process was started with.
 * @param elsewhere commands of another program, which the help lists
 */
export async function exchangeCli(
  elsewhere: readonly (Described | LateCommand<never>)[] = [],
): Promise<void> {
  for (const sentence of misspeltVariables([ExchangeEnvironment], process.env))
    process.stderr.write(`${sentence}\n`)

  // `migrate` may have to create the database, so it is not opened first.
  if (process.argv[2] === 'migrate')
    await runCommands(migrateLine(exchangeCommands.program), async (work) => {
      const { migrateStore } = await import('./store/openStore.ts')
      return work({ migrate: () => migrateStore(readEnvironment(ExchangeEnvironment, process.env)) })
    })
  // Without an address, `doctor` examines this installation, which need not be whole; with one, it examines a receiver.
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
  }
  // It asks the databases of all cells, so that it works while this one's is down.
  else if (process.argv[2] === 'cell' && process.argv[3] === 'report') {
    const { cellReportLine } = await import('./cli/cell/cellReport.ts')
    await runCommands(cellReportLine(exchangeCommands.program), (work) => work({ clock: systemClock }))
  } else
    await runCommands(
      { ...exchangeCommands, elsewhere: [migrate, report, ...elsewhere] },
      async (work, stopped) => {
        const { onExchange } = await import('./cli/onExchange.ts')
        const progress = (sentence: string) => process.stderr.write(`${printableLine(sentence)}\n`)
        return onExchange({ variables: process.env, progress, stopped }, work)
      },
    )
}
