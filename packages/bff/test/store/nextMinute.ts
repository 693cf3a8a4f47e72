import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { deliveriesOf } from '../../src/program/deliveriesOf.ts'
import { dueLoops } from '../../src/program/dueLoops.ts'
import type { Exchange } from '../../src/program/Exchange.ts'

const MINUTE_MS = 60_000

/** The first of the coming minutes in which an exchange has something to do, milliseconds; infinite if it has nothing. */
export async function nextMinute(exchange: Exchange): Promise<number> {
  const now = exchange.clock.now().getTime()
  const queues = [...dueLoops(exchange), ...deliveriesOf(exchange)]
  const first = queues.map(({ table }) => `(select min(due_at) from ${table})`).join(', ')
  const [row] = await exchange.database.query<{ at: Date | null }>(statement(`select least(${first}) as at`))
  const idleMs = (row?.at?.getTime() ?? Infinity) - now
  return now + MINUTE_MS * Math.max(1, Math.ceil(idleMs / MINUTE_MS))
}
