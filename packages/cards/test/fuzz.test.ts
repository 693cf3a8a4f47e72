import { testDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { expect, test } from 'vitest'
import { fuzzCards } from '../sim/fuzz/fuzzCards.ts'
import { migrations, schema } from '../src/program/migrations.ts'

const MEGABYTE = 1024 * 1024

/** `pnpm sim:fuzz` sends forty times as many. */
const RUNS = 500

test('invalid requests never fail, are answered as documented, and leave nothing of a refused one', async () => {
  const testDb = await testDatabase({
    schema,
    appRole: 'cards_app',
    directories: migrations,
  })
  const report = await fuzzCards(
    { database: testDb.database, owner: testDb.owner.query },
    { runs: RUNS, seed: 1 },
  )
  await testDb.close()
  expect(report.breaches).toEqual([])
  expect(report.runs).toBe(RUNS)
  // Enough of them are done: a fuzzer that is refused at the first door proves nothing of what lies behind.
  for (const done of [
    'post 200',
    'post 400',
    'post 413',
    'fields/card 200',
    'fields/sessions 200',
    'verify 200',
  ]) {
    expect(report.statuses[done], done).toBeGreaterThan(4)
  }
  const [quarter, end] = report.aliveBytes
  expect(end - quarter).toBeLessThan(8 * MEGABYTE)
})
