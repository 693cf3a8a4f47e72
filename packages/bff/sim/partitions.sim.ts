import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { copyRow } from '@cambio/server/testing/postgres/testingCopies.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createBody, createPath } from '../test/order/createOrder.ts'
import { openPartitionRig, orderTraffic } from '../test/store/partitionRig.ts'

/*
 * pnpm sim:partitions: the tables of an installation with a million old orders are divided while orders are placed and
 * read. No request fails, and none takes much longer than before; at the end stands how long it took, how long each table
 * was locked, and how long an order takes to be read before, after, and with the partitions of two more years. ROWS asks
 * for fewer.
 */

const { ROWS = '1000000' } = process.env
const READS = 500
const TIMEOUT_MS = 7_200_000
const Converted = z.object({ tables: z.array(z.object({ table: z.string(), locked_ms: z.number() })) })

test(
  'a million orders are divided by month while others are placed, and no request fails',
  async () => {
    const { rig, call } = await openPartitionRig()
    await rig.partner('POST', createPath, createBody('first'))
    await rig.exchange.requestLog.flush()
    const old = `'old-' || n`
    const count = Number(ROWS)
    await copyRow(rig.owner.query, { table: 'order_event', own: { order_id: old }, count })
    const readingMs = async () => {
      const tookMs: number[] = []
      for (let read = 0; read < READS; read++) {
        const since = performance.now()
        await rig.partner('GET', '/api/v2/partner/order/first')
        tookMs.push(performance.now() - since)
      }
      return medianOf(tookMs).toFixed(2)
    }
    const undivided = await readingMs()
    const traffic = orderTraffic(rig)
    await traffic.passes(50)
    const before = traffic.tookMs.length
    const since = performance.now()
    const { output } = await call(['partitions', 'convert', '--json'])
    const seconds = (performance.now() - since) / 1_000
    const during = traffic.tookMs.slice(before)
    await traffic.passes(50)
    expect(await traffic.end()).toEqual(['200 200 payin_pending'])
    const rows = await rig.owner.query<{ count: bigint }>(statement('select count(*) from order_event'))
    expect(Number(rows[0]?.count)).toBeGreaterThan(count)
    const after = traffic.tookMs.slice(before + during.length)
    const divided = await readingMs()
    const inTwoYears =
      "select make_partitions($1::timestamptz + n * interval '1 month') from generate_series(1, 24) n"
    await rig.owner.query(statement(inTwoYears, rig.exchange.clock.now()))
    const withTwoYears = await readingMs()
    const report = [
      `divided in ${seconds.toFixed(1)} s`,
      ...Converted.parse(JSON.parse(output)).tables.map(
        (each) => `${each.table} locked ${each.locked_ms} ms`,
      ),
      ...Object.entries({ before: traffic.tookMs.slice(0, before), during, after }).map(
        ([when, ms]) =>
          `${when}: ${ms.length} orders, median ${Math.ceil(medianOf(ms))} ms, longest ${Math.ceil(Math.max(...ms))} ms`,
      ),
      `an order is read in ${undivided} ms, divided in ${divided} ms, with two more years in ${withTwoYears} ms`,
    ]
    process.stdout.write(`${report.join('\n')}\n`)
    await rig.close()
  },
  TIMEOUT_MS,
)

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
