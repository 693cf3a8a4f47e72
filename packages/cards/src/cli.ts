import process from 'node:process'
import { migrateLine } from '@cambio/server/cli/migrateLine.ts'
import { runCommands } from '@cambio/server/cli/runCommands.ts'
import { systemClock } from '@cambio/server/Clock.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { misspeltVariables } from '@cambio/server/settings/misspeltVariables.ts'
import { printableLine } from '@cambio/server/settings/printable.ts'
import { cardsCommands } from './cli/cardsCommands.ts'
import { CardsEnvironment } from './program/environment.ts'

/*
 * The dependencies of a call are imported once it is known which call it is: most of a short command's time is loading
 * code.
 */

for (const sentence of misspeltVariables([CardsEnvironment], process.env))
  process.stderr.write(`${sentence}\n`)

// A database that is yet to be created cannot be opened.
if (process.argv[2] === 'migrate')
  await runCommands(migrateLine(cardsCommands.program), async (work) => {
    const { migrateStore } = await import('./program/openStore.ts')
    return work({ migrate: () => migrateStore(readEnvironment(CardsEnvironment, process.env)) })
  })
// It examines settings that need not be whole.
else if (process.argv[2] === 'doctor') {
  const { doctorLine } = await import('./cli/doctor/doctor.ts')
  const { readPage } = await import('./cli/doctor/readPage.ts')
  await runCommands(doctorLine(cardsCommands.program), (work) =>
    work({ variables: process.env, clock: systemClock, readPage }),
  )
} else
  await runCommands(cardsCommands, async (work) => {
    const { onPlatform } = await import('./cli/onPlatform.ts')
    const progress = (sentence: string) => process.stderr.write(`${printableLine(sentence)}\n`)
    return onPlatform({ variables: process.env, progress }, work)
  })
