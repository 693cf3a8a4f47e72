import { once } from 'node:events'
import process from 'node:process'
import { ExchangeEnvironment } from '@cambio/bff/program/environment.ts'
import { exchangeLog } from '@cambio/bff/program/exchangeLog.ts'
import { startExchange } from '@cambio/bff/program/startExchange.ts'
import { httpUrl, readEnvironment } from '@cambio/server/environment.ts'
import { ENDS_WITHIN_MS, runProgram } from '@cambio/server/runProgram.ts'
import * as z from 'zod/mini'
import { sandboxPartner } from '../sandbox.ts'
import { leash, ready } from './leash.ts'

/** Where the exchange's only partner, the shop, takes its callbacks. */
const Sandbox = z.object({ SANDBOX_CALLBACK_URL: httpUrl })

await runProgram(
  async (stopped) => {
    leash()
    const { SANDBOX_CALLBACK_URL: callbackUrl } = readEnvironment(Sandbox, process.env)
    const environment = readEnvironment(ExchangeEnvironment, process.env)
    const exchange = await startExchange({ environment, log: exchangeLog(environment.LOG_LEVEL) })
    const origins = [new URL(environment.SHOP_URL).origin]
    await exchange.ensurePartner({ ...sandboxPartner, name: 'Corner Shop', origins, callbackUrl })
    ready()
    if (!stopped.aborted) await once(stopped, 'abort')
    await exchange.close()
  },
  process,
  { endsWithinMs: ENDS_WITHIN_MS },
)
