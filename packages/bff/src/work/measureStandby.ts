import { setTimeout as after } from 'node:timers/promises'
import type { Metrics } from '@cambio/server/metrics.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import type { Standby } from '@cambio/server/postgres/standby/standbyReads.ts'
import { standbyServer } from '../store/read/standbyServer.ts'

/** How long the standby may take to say how far it is, milliseconds: a scrape has other numbers to bring. */
const ANSWER_MS = 1_000

/** The metrics of the standby that lists and reports are read from. */
export function measureStandby(deps: {
  metrics: Metrics
  primary: Pick<Database, 'query'>
  standby: Standby
}): void {
  const { metrics, primary, standby } = deps
  metrics.gauge(
    'database_standby_bytes_behind',
    'Bytes of the primary’s log that the standby at DATABASE_READ_URL has not replayed; left out while it does not answer.',
    [],
    async () => {
      const asked = standby.transaction((query) => standbyServer(primary.query, query))
      const late = after(ANSWER_MS, undefined, { ref: false })
      const server = await Promise.race([asked, late])
      return server?.is_standby && server.bytes_behind !== null
        ? [{ labels: {}, value: Math.max(0, Number(server.bytes_behind)) }]
        : []
    },
  )
}
