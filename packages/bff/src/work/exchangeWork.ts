import { forgetEndedWindows } from '@cambio/server/limits.ts'
import type { DueLoop, DueWork } from '@cambio/server/work/due.ts'
import { programWork } from '@cambio/server/work/programWork.ts'
import type { Exchange } from '../program/Exchange.ts'
import { purge } from '../store/purge.ts'

/** Everything the exchange does without being asked: the loops it is given, and removing what is over. */
export function exchangeWork(exchange: Exchange, loops: readonly DueLoop[]): DueWork {
  const { database, clock, random, log, metrics } = exchange
  return programWork(
    { database, clock, random, log, metrics },
    {
      loops,
      cleaning: [() => purge(exchange), () => forgetEndedWindows({ clock, query: database.query })],
    },
  )
}
