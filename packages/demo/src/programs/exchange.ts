import { once } from 'node:events'
import process from 'node:process'
import { ExchangeEnvironment } from '@cambio/bff/program/environment.ts'
import { exchangeLog } from '@cambio/bff/program/exchangeLog.ts'
import { startExchange } from '@cambio/bff/program/startExchange.ts'
import { ENDS_WITHIN_MS, runProgram } from '@cambio/server/runProgram.ts'
import { flag, httpUrl, readEnvironment } from '@cambio/server/settings/environment.ts'
import * as z from 'zod/mini'
import { _default as byDefault } from 'zod/mini'
import { sandboxPartner } from '../sandbox.ts'
import { exitWithLauncher, ready } from './exitWithLauncher.ts'

const Sandbox = z.object({
  /** Where the exchange's only partner, the shop, takes its callbacks. */
  SANDBOX_CALLBACK_URL: httpUrl,
  /** Whether the exchange has what the examples of the reference name. */
  SANDBOX_EXAMPLES: byDefault(flag, false),
})

await runProgram(
  async (stopped) => {
    exitWithLauncher()
    const { SANDBOX_CALLBACK_URL: callbackUrl, SANDBOX_EXAMPLES } = readEnvironment(Sandbox, process.env)
    const environment = readEnvironment(ExchangeEnvironment, process.env)
    const log = exchangeLog(environment.LOG_LEVEL)
    const exchange = await startExchange({ environment, log })
    // The shop's, and the playground's, which is a page of the exchange's own.
    const origins = [environment.SHOP_URL, exchange.url].map((url) => new URL(url).origin)
    await exchange.ensurePartner({ ...sandboxPartner, name: 'Corner Shop', origins, callbackUrl })
    ready()
    if (SANDBOX_EXAMPLES)
      exchange.seedExamples(sandboxPartner).catch((error: unknown) => {
        if (!stopped.aborted) log.error('the examples of the reference could not be created', { error })
      })
    if (!stopped.aborted) await once(stopped, 'abort')
    await exchange.close()
  },
  process,
  { endsWithinMs: ENDS_WITHIN_MS },
)
