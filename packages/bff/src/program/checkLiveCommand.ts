import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import type { ExchangeEnvironment } from './environment.ts'

/**
 * Refuses a live command line without a database and key of its own: it would work on a sandbox's data.
 * @throws StartRefused
 */
export function checkLiveCommand(environment: ExchangeEnvironment): void {
  const { MODE, DATABASE_URL, EXCHANGE_KEY, EXCHANGE_KEY_FILE } = environment
  const hasKey = EXCHANGE_KEY !== undefined || EXCHANGE_KEY_FILE !== undefined
  if (MODE !== 'live' || (DATABASE_URL !== undefined && hasKey)) return
  throw new StartRefused(
    'With MODE=live the command line works on the exchange’s own database: set DATABASE_URL and EXCHANGE_KEY as the exchange has them.',
  )
}
