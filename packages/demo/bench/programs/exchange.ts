import { ExchangeEnvironment } from '@cambio/bff/environment.ts'
import { startExchange } from '@cambio/bff/program.ts'
import { readEnvironment } from '@cambio/server/environment.ts'
import { createLog } from '@cambio/server/log.ts'
import { sandboxPartner } from '../../src/sandbox.ts'

/* The exchange as it runs everywhere, with a partner that wants no callbacks, so that nothing but the exchange works. */

const exchange = await startExchange({
  environment: readEnvironment(ExchangeEnvironment, process.env),
  log: createLog({ program: 'exchange' }),
})
await exchange.ensurePartner({ ...sandboxPartner, name: 'Bench', origins: [], callbackUrl: null })
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.send?.(exchange.url)
