import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { statement, testDatabase, type TestDatabase } from '../../testing/postgres/testing.ts'
import { systemClock } from '../Clock.ts'
import { silentLog, type Log } from '../log.ts'
import type { Query } from '../postgres/Database.ts'
import { systemRandom } from '../Random.ts'
import { settleDue, type DueLoop } from './due.ts'
import { programWork } from './programWork.ts'

const TABLES = ['first', 'second'] as const
const CLEAN_EVERY_MS = 600_000

let testDb: TestDatabase
beforeEach(async () => {
  testDb = await testDatabase({ schema: 'jobs', appRole: 'jobs_app', directories: [] })
  for (const table of TABLES) {
    await testDb.owner.query(
      statement(`create table ${table} (id text primary key, due_at timestamptz, lease_until timestamptz, leased_by int4,
        due_attempts int4 not null default 0)`),
    )
    await testDb.owner.query(statement(`grant all on ${table} to jobs_app`))
  }
})
afterEach(() => testDb.close())

function workOf(input: Partial<Parameters<typeof programWork>[1]>, log: Log = silentLog) {
  const deps = { database: testDb.database, clock: systemClock, random: systemRandom, log }
  return programWork(deps, { loops: [], cleaning: [], ...input })
}

async function add(table: string, id: string) {
  await testDb.database.query(
    statement(`insert into ${table} (id, due_at) values ($1, $2)`, id, systemClock.now()),
  )
}

function loopOf(table: string, next?: (id: string) => Promise<void>): DueLoop {
  const rows = { table, key: 'id' }
  return {
    ...rows,
    channel: table,
    leaseMs: 60_000,
    batch: 4,
    concurrency: 4,
    async work(id) {
      await next?.(id)
      await testDb.database.query(settleDue(rows, { id, dueAt: null }))
    },
  }
}

test('a row of an earlier loop that a later loop makes due is worked in the same tick', async () => {
  const work = workOf({ loops: [loopOf('first'), loopOf('second', (id) => add('first', `after ${id}`))] })
  await add('second', 'a')
  expect(await work.tick()).toBe(2)
  expect(await work.tick()).toBe(0)
})

test('a tick leases from the tables alone that have a due row', async () => {
  const sent: string[] = []
  const query: Query = (each) => {
    sent.push(each.name.replace(/(?<=^due_look).*/, ''))
    return testDb.database.query(each)
  }
  const deps = { clock: systemClock, random: systemRandom, log: silentLog }
  const database = { ...testDb.database, query }
  const work = programWork(
    { ...deps, database },
    { loops: TABLES.map((table) => loopOf(table)), cleaning: [] },
  )
  expect(await work.tick()).toBe(0)
  expect(sent).toEqual(['due_look'])
  await add('second', 'a')
  expect(await work.tick()).toBe(1)
  expect(sent).toContain('due_lease_second')
  expect(sent).not.toContain('due_lease_first')
})

test('old rows are removed every ten minutes, and a removal that fails prevents no other', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const logged: string[] = []
  const log = { ...silentLog, error: (event: string) => logged.push(event) }
  let removals = 0
  const removal = async () => void (removals += 1)
  const work = workOf({ cleaning: [() => Promise.reject(new Error('no')), removal] }, log)
  work.start()
  await vi.advanceTimersByTimeAsync(CLEAN_EVERY_MS - 1)
  expect(removals).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect([removals, logged]).toEqual([1, ['what is over could not be removed']])
  await vi.advanceTimersByTimeAsync(CLEAN_EVERY_MS)
  await work.stop()
  await vi.advanceTimersByTimeAsync(CLEAN_EVERY_MS)
  expect(removals).toBe(2)
  vi.useRealTimers()
})

test('stop waits for a removal that is under way', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const removing = Promise.withResolvers<void>()
  const work = workOf({ cleaning: [() => removing.promise] })
  work.start()
  await vi.advanceTimersByTimeAsync(CLEAN_EVERY_MS)
  const stopped = work.stop().then(() => 'stopped')
  expect(await Promise.race([stopped, new Promise((resolve) => setImmediate(resolve, 'waiting'))])).toBe(
    'waiting',
  )
  removing.resolve()
  expect(await stopped).toBe('stopped')
  vi.useRealTimers()
})

test('a repeated task runs again and again, never beside itself, and learns that the program ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let turns = 0
  const endings: AbortSignal[] = []
  const done = Promise.withResolvers<void>()
  const repeated = {
    everyMs: 1_000,
    failed: 'no',
    work(ending?: AbortSignal) {
      turns += 1
      if (ending) endings.push(ending)
      return done.promise
    },
  }
  const work = workOf({ repeated: [repeated] })
  work.start()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(turns).toBe(1)
  done.resolve()
  await vi.advanceTimersByTimeAsync(2_000)
  expect([turns, endings.map(({ aborted }) => aborted)]).toEqual([3, [false, false, false]])
  await work.stop()
  expect(endings.at(-1)?.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(turns).toBe(3)
  vi.useRealTimers()
})
