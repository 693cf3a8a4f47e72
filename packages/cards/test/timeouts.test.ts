import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { testDatabase, type TestDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { steps } from '../sim/Fate.ts'
import { simulate, type Report } from '../sim/simulate.ts'
import { migrations, schema } from '../src/program/migrations.ts'

/** The seed of every run here; `pnpm sim` draws another each time. */
const SEED = 20_260_301
/** `pnpm sim` has twenty-five times as many. */
const RUNS = 400

describe('hundreds of acquirer time-outs', () => {
  let testDb: TestDatabase
  let report: Report
  beforeAll(async () => {
    testDb = await testDatabase({ schema, appRole: 'cards_app', directories: migrations })
    const second = openDatabase({ url: testDb.url, schema })
    report = await simulate([testDb.database, second], { seed: SEED, runs: RUNS })
    await second.close()
  })
  afterAll(() => testDb.close())

  test('the time-outs happen at every step and in every way', () => {
    const kinds = steps.flatMap((step) => ['before', 'after', 'late'].map((when) => `${step} ${when}`))
    expect([...report.timeouts.keys()].toSorted()).toEqual(kinds.toSorted())
    expect([...report.timeouts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(RUNS)
  })

  test('the time-outs charge nobody twice', () => expect(report.doubleCharges).toEqual([]))
  test('the time-outs leave nothing undecided', () => expect(report.unresolved).toEqual([]))
  test('the time-outs end every payment as what really became of the money', () =>
    expect(report.untrue).toEqual([]))
  test('the time-outs leave the books in balance', () => expect(report.books).toEqual([]))

  test('the payments end in every way a payment can end but by a charge-back', () => {
    expect([...report.ends.keys()]).toEqual(['declined', 'held', 'refunded', 'reversed', 'settled'])
  })
})
