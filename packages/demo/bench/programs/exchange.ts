import { ExchangeEnvironment } from '@cambio/bff/program/environment.ts'
import { exchangeLog } from '@cambio/bff/program/exchangeLog.ts'
import { startExchange } from '@cambio/bff/program/startExchange.ts'
import { readEnvironment } from '@cambio/server/environment.ts'
import { sandboxPartner } from '../../src/sandbox.ts'
import { startYardstick } from '../yardstick.ts'

/*
 * The exchange as it runs everywhere, with a partner that wants no callbacks, so that nothing but the exchange works;
 * and the routes that its own are measured against.
 */

const log = exchangeLog()
const exchange = await startExchange({ environment: readEnvironment(ExchangeEnvironment, process.env), log })
await exchange.ensurePartner({ ...sandboxPartner, name: 'Bench', origins: [], callbackUrl: null })
const yardstick = await startYardstick(log)
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.send?.({ url: exchange.url, ...yardstick })
