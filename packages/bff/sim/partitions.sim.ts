import type { Query } from '@cambio/server/postgres/Database.ts'
import { imbalances, postJournals } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { copyBooks, copyRow, inParts } from '@cambio/server/testing/postgres/testingCopies.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sealJournals } from '../src/store/ledger/sealJournals.ts'
import { createBody, createPath } from '../test/order/createOrder.ts'
import type { Rig } from '../test/rig.ts'
import { openPartitionRig, orderTraffic } from '../test/store/partitionRig.ts'

/*
 * pnpm sim:partitions: the tables of an installation with a million old events, callbacks, seals and postings each are divided while
 * orders are placed and read and journals are posted and sealed. No row is lost, the books sum to zero, and no request fails, and none takes much longer than before; at the end stands how long it took, how long each table
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
    const ended = { state: "'acknowledged'", due_at: 'null', lease_until: 'null' }
    await copyRow(rig.owner.query, { table: 'callback', own: { id: old, order_id: old, ...ended }, count })
    await oldSeals(rig.owner.query, { count, at: rig.exchange.clock.now() })
    await post(rig, 'first')
    await copyBooks(rig.owner, count)
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
    const seals = sealTraffic(rig)
    await traffic.passes(50)
    const before = traffic.tookMs.length
    const since = performance.now()
    const { output } = await call(['partitions', 'convert', '--json'])
    const seconds = (performance.now() - since) / 1_000
    const during = traffic.tookMs.slice(before)
    await traffic.passes(50)
    expect(await traffic.end()).toEqual(['200 200 payin_pending'])
    const sealMs = await seals.end()
    for (const table of ['order_event', 'callback', 'posting']) {
      const rows = await rig.owner.query<{ count: bigint }>(statement(`select count(*) from ${table}`))
      expect(Number(rows[0]?.count)).toBeGreaterThan(count)
    }
    expect(await imbalances(rig.owner.query)).toEqual([])
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
      `${sealMs.length} journals sealed, median ${Math.ceil(medianOf(sealMs))} ms, longest ${Math.ceil(Math.max(...sealMs))} ms`,
      `an order is read in ${undivided} ms, divided in ${divided} ms, with two more years in ${withTwoYears} ms`,
    ]
    process.stdout.write(`${report.join('\n')}\n`)
    await rig.close()
  },
  TIMEOUT_MS,
)

/** Seals of before, of which the chain goes on as after an archive of them: they have no journals. */
async function oldSeals(query: Query, { count, at }: { count: number; at: Date }): Promise<void> {
  await inParts(count, (from, to) =>
    query(
      statement(
        `insert into ledger_seal (number, day, journals, hash, journal_ids, marks)
        select n, '2025-01-01', 1, sha256(int8send(n)), array['old-' || n], array[sha256(int8send(n))]
        from generate_series($1::int8, $2::int8) n`,
        from,
        to,
      ),
    ),
  )
  await query(
    statement(
      `insert into operator_act (id, act, actor, at, detail)
      select gen_random_uuid(), 'partitions archive', 'ada', $1, jsonb_build_object('table', 'ledger_seal',
        'before', '2025-02-01T00:00:00.000Z', 'sha256', '', 'columns', '[]'::jsonb, 'seals', jsonb_build_object(
          'first', '1', 'last', number::text, 'hash', encode(hash, 'hex'), 'journals', '0'))
      from ledger_seal where number = $2::int8`,
      at,
      count,
    ),
  )
}

async function post({ query, exchange: { clock } }: Rig, id: string): Promise<void> {
  const line = (account: string, units: bigint) => ({
    account,
    asset: 'EUR',
    layer: 'posted' as const,
    units,
  })
  const journal = { id, kind: 'test', reference: 'sim', postings: [line('a', 1n), line('b', -1n)] }
  await postJournals(query, [journal], clock.now())
}

/** Writes a journal and seals it, again and again, until it is ended. */
function sealTraffic(rig: Rig) {
  const { query, exchange } = rig
  const { clock } = exchange
  const over = new AbortController()
  const tookMs: number[] = []
  const run = async () => {
    while (!over.signal.aborted) {
      const since = performance.now()
      await post(rig, `sim:${tookMs.length}`)
      await sealJournals({ query, now: () => clock.now() })
      tookMs.push(performance.now() - since)
    }
  }
  const running = run()
  return {
    /** @returns how long each took, milliseconds */
    async end(): Promise<number[]> {
      over.abort()
      await running
      return tookMs
    },
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
