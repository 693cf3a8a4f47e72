import { once } from 'node:events'
import process from 'node:process'
import { createLog } from '@cambio/server/createLog.ts'
import { ENDS_WITHIN_MS, runProgram } from '@cambio/server/runProgram.ts'
import { LogEnvironment, readEnvironment } from '@cambio/server/settings/environment.ts'
import { misspeltVariables } from '@cambio/server/settings/misspeltVariables.ts'
import { isGiven } from '@cambio/server/settings/settingFiles.ts'
import { CardsEnvironment } from './program/environment.ts'
import { startCards } from './program/startCards.ts'

// Node cuts small buffers out of a shared pool that is never cleared, and parsers of multipart forms copy parts into
// them: card numbers and codes would stay there. Without the pool each copy is freed when it is released.
Buffer.poolSize = 0

// A database of its own is given the time it takes to stop.
const endsWithinMs = isGiven('CARDS_DATABASE_URL', process.env) ? ENDS_WITHIN_MS : undefined

await runProgram(
  async (stopped) => {
    const { LOG_LEVEL: level } = readEnvironment(LogEnvironment, process.env)
    const log = createLog({ program: 'cards', level })
    for (const sentence of misspeltVariables([CardsEnvironment], process.env)) log.warn(sentence)
    const cards = await startCards({
      environment: takenEnvironment(),
      log,
      progress: (sentence) => process.stderr.write(`${sentence}\n`),
    })
    process.stdout.write(`Card platform: ${cards.url}\n`)
    if (!stopped.aborted) await once(stopped, 'abort')
    await cards.close()
  },
  process,
  { endsWithinMs },
)

/** The owner's address is for the migration alone: neither this process nor one that it starts has it after that. */
function takenEnvironment(): CardsEnvironment {
  const environment = readEnvironment(CardsEnvironment, process.env)
  delete process.env['CARDS_DATABASE_OWNER_URL']
  delete process.env['CARDS_DATABASE_OWNER_URL_FILE']
  return environment
}
