import type { Database } from '@cambio/server/postgres/Database.ts'
import { afresh, statement } from '@cambio/server/testing/postgres/testing.ts'
import { watchReads, type MuchRead } from '@cambio/server/testing/postgres/testingReads.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type Rig } from '../rig.ts'
import { liveThrough } from './liveThrough.ts'
import { letAllWait, lookAtTables, manyPayments, tables } from './manyPayments.ts'

/** Of one table. What one statement takes at once, and a few pages of what nobody needs any more, are fewer. */
const FEW = 400n

/** Lives through all kinds of SALEs on a database that the platform has meanwhile. */
export type LiveOn = (watched: (database: Database) => Database) => Promise<void>

/**
 * Registers the tests that no statement on the way of a SALE reads more than a few of `rows` rows.
 * @param input.empty is called before the rows are there
 * @returns what lives on among the rows, for more tests
 */
export function expectGoodPlans(input: {
  rows: number
  timeoutMs: number
  empty?: (liveOn: LiveOn) => Promise<void>
}): LiveOn {
  const { rows, timeoutMs } = input
  let rig: Rig
  let lives = 0
  const liveOn: LiveOn = (watched) =>
    liveThrough(rig, { name: `live-${(lives += 1)}`, database: watched(rig.database) })

  beforeAll(async () => {
    rig = await openRig({ reach: afresh })
    await lookAtTables(rig)
    await input.empty?.(liveOn)
    await manyPayments(rig, rows)
  }, timeoutMs)
  afterAll(() => rig.close())

  async function expectNear(): Promise<void> {
    const muchRead: MuchRead = new Map()
    await liveOn((database) => watchReads(database, { tables, few: FEW, muchRead }))
    expect(Object.fromEntries(muchRead)).toEqual({})
  }

  const analyze = () => rig.owner.query(statement(`analyze ${tables.join(', ')}`))

  describe('a statement on the way of a SALE or for counting what needs a person', () => {
    test('a statement reads no whole table that was analysed when it was empty', expectNear, timeoutMs)

    test(
      'a statement reads no whole table that was never analysed',
      async () => {
        await rig.owner.query(
          statement(`delete from pg_statistic where starelid = any ($1::regclass[])`, tables),
        )
        await expectNear()
      },
      timeoutMs,
    )

    test(
      'a statement reads no whole table in which nothing waited when it was analysed, and much does now',
      async () => {
        await analyze()
        await letAllWait(rig)
        await expectNear()
      },
      timeoutMs,
    )

    test(
      'a statement reads no whole table that is fully analysed',
      async () => {
        await analyze()
        await expectNear()
      },
      timeoutMs,
    )
  })
  return liveOn
}
