import { ExchangeEnvironment } from '@cambio/bff/program/environment.ts'
import { exchangeLog } from '@cambio/bff/program/exchangeLog.ts'
import { startExchange } from '@cambio/bff/program/startExchange.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { sandboxPartner } from '../../src/sandbox.ts'
import { hearingPartner } from '../hearingPartner.ts'
import { startYardstick } from '../yardstick.ts'

/*
 * The exchange as it runs everywhere, with a partner that wants no callbacks, so that nothing but the exchange works,
 * and one that hears them at RECEIVER_URL; and the routes that its own are measured against.
 */

const log = exchangeLog('info')
const exchange = await startExchange({ environment: readEnvironment(ExchangeEnvironment, process.env), log })
await exchange.ensurePartner({ ...sandboxPartner, name: 'Bench', origins: [], callbackUrl: null })
const callbackUrl = process.env['RECEIVER_URL'] ?? null
await exchange.ensurePartner({ ...hearingPartner, name: 'Hearing', origins: [], callbackUrl })
const yardstick = await startYardstick(log)
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// An orderly end writes the profile, where one is made.
process.once('SIGTERM', () => process.exit())
process.send?.({ url: exchange.url, ...yardstick })
