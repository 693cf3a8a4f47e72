import type { Repeated } from '@cambio/server/work/repeat.ts'
import type { Exchange } from '../program/Exchange.ts'
import { callOffConversions, makePartitions } from '../store/partitions/makePartitions.ts'

const EVERY_MS = 60 * 60_000

/** Makes the partitions of the next months long before anything is written to them, where tables are divided. */
export function partitionWork({
  database,
  clock,
  log,
}: Pick<Exchange, 'database' | 'clock' | 'log'>): Repeated {
  return {
    everyMs: EVERY_MS,
    atOnce: true,
    failed: 'partitions could not be made',
    async work() {
      const { query } = database
      const made = await makePartitions(query, clock.now())
      if (made > 0) log.info('partitions were made', { count: made })
      const calledOff = await callOffConversions(query, clock.now())
      if (calledOff > 0)
        log.warn('conversions that were broken off were called off: “partitions convert” begins them anew', {
          count: calledOff,
        })
    },
  }
}
