import process from 'node:process'
import { slowest, timeStatements, type Times } from '@cambio/server/testing/postgres/testingTimes.ts'
import { expect, test } from 'vitest'
import { expectGoodPlans } from '../test/plans/expectGoodPlans.ts'

/*
 * pnpm sim:plans: what plans.test.ts promises, with a million old rows in each of the platform's tables, and how long
 * each statement took before the rows were there and with them. ROWS asks for fewer of them.
 */

const { ROWS = '1000000' } = process.env
const TIMEOUT_MS = 7_200_000
const SLOWEST = 20

const before: Times = new Map()
const after: Times = new Map()

const liveOn = expectGoodPlans({
  rows: Number(ROWS),
  timeoutMs: TIMEOUT_MS,
  empty: async (liveOn) => {
    await liveOn((database) => database)
    await liveOn((database) => timeStatements(database, () => before))
  },
})

test(
  'how long statements take',
  async () => {
    await liveOn((database) => timeStatements(database, () => after))
    process.stdout.write(`${slowest({ before, after, count: SLOWEST }).join('\n')}\n`)
    expect(after.size).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)
