import { once } from 'node:events'
import process from 'node:process'
import { ENDS_WITHIN_MS, runProgram } from '@cambio/server/runProgram.ts'
import { LogEnvironment, readEnvironment } from '@cambio/server/settings/environment.ts'
import { misspeltVariables } from '@cambio/server/settings/misspeltVariables.ts'
import { isGiven } from '@cambio/server/settings/settingFiles.ts'
import { ExchangeEnvironment } from './program/environment.ts'
import { exchangeLog } from './program/exchangeLog.ts'
import { startExchange } from './program/startExchange.ts'

// An embedded database has no time limit to stop.
const endsWithinMs = isGiven('DATABASE_URL', process.env) ? ENDS_WITHIN_MS : undefined

await runProgram(
  async (stopped) => {
    const log = exchangeLog(readEnvironment(LogEnvironment, process.env).LOG_LEVEL)
    for (const sentence of misspeltVariables([ExchangeEnvironment], process.env)) log.warn(sentence)
    const exchange = await startExchange({
      environment: takenEnvironment(),
      log,
      progress: (sentence) => process.stderr.write(`${sentence}\n`),
    })
    process.stdout.write(`Exchange: ${exchange.url}\n`)
    if (!stopped.aborted) await once(stopped, 'abort')
    await exchange.close()
  },
  process,
  { endsWithinMs },
)

/**
 * Only the migration uses the owner's address: it is then removed from the environment of this process and its
 * children.
 */
function takenEnvironment(): ExchangeEnvironment {
  const environment = readEnvironment(ExchangeEnvironment, process.env)
  delete process.env['DATABASE_OWNER_URL']
  delete process.env['DATABASE_OWNER_URL_FILE']
  return environment
}
