import { createMetrics } from '@cambio/server/metrics.ts'
import type { DueWork } from '@cambio/server/work/due.ts'
import { deliveriesOf } from '../../../src/program/deliveriesOf.ts'
import { dueLoops } from '../../../src/program/dueLoops.ts'
import type { Exchange } from '../../../src/program/Exchange.ts'
import { exchangeWork } from '../../../src/work/exchangeWork.ts'

/** What is due, done by a process that remembers nothing of what was before. */
export function freshWork({ exchange: one }: { readonly exchange: Exchange }): DueWork {
  const exchange = { ...one, metrics: createMetrics({ program: 'exchange' }) }
  return exchangeWork(exchange, dueLoops(exchange), deliveriesOf(exchange))
}
