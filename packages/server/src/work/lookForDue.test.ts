import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { statement, testDatabase, type TestDatabase } from '../../testing/postgres/testing.ts'
import { systemClock } from '../Clock.ts'
import { silentLog } from '../log.ts'
import type { Query } from '../postgres/Database.ts'
import { systemRandom } from '../Random.ts'
import { settleDue, type DueLoop } from './due.ts'
import { programWork } from './programWork.ts'

const TABLES = ['first', 'second'] as const
const LOOK_EVERY_MS = 1_000

let testDb: TestDatabase
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  testDb = await testDatabase({ schema: 'jobs', appRole: 'jobs_app', directories: [] })
  for (const table of TABLES)
    await testDb.owner.query(
      statement(`create table ${table} (id text primary key, due_at timestamptz, lease_until timestamptz, leased_by int4,
        due_attempts int4 not null default 0)`),
    )
  await testDb.owner.query(statement(`grant all on ${TABLES.join(', ')} to jobs_app`))
})
afterEach(async () => {
  vi.useRealTimers()
  await testDb.close()
})

/** A program with both loops, started, whose statements are noted; it sleeps, since nothing was due. */
async function asleep() {
  const sent: { name: string; answer: Promise<unknown> }[] = []
  const begun = Promise.withResolvers<void>()
  const worked = Promise.withResolvers<string>()
  const query: Query = (each) => {
    const answer = testDb.database.query<never>(each)
    sent.push({ name: each.name, answer })
    if (sent.length === TABLES.length) begun.resolve()
    return answer
  }
  const loopOf = (table: string): DueLoop => ({
    table,
    key: 'id',
    channel: table,
    leaseMs: 60_000,
    batch: 4,
    concurrency: 4,
    async work(id) {
      await testDb.database.query(settleDue({ table, key: 'id' }, { id, dueAt: null }))
      worked.resolve(id)
    },
  })
  const database = { ...testDb.database, query }
  const work = programWork(
    { database, clock: systemClock, random: systemRandom, log: silentLog },
    { loops: TABLES.map(loopOf), cleaning: [] },
  )
  work.start()
  const answered = () => Promise.allSettled(sent.map(({ answer }) => answer))
  await begun.promise
  await answered()
  sent.length = 0
  return {
    names: () => sent.map(({ name }) => name),
    answered,
    worked: worked.promise,
    stop: () => work.stop(),
  }
}

/** By the clock of the program: by the database's, which counts microseconds, it might be due after the next look. */
const add = (table: string, id: string) =>
  testDb.owner.query(statement(`insert into ${table} (id, due_at) values ($1, $2)`, id, systemClock.now()))

test('idle loops together send one statement a second, and a lost notification costs no more than that', async () => {
  const program = await asleep()
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS - 1)
  expect(program.names()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await program.answered()
  expect(program.names()).toEqual([expect.stringMatching(/^due_look_/)])
  await add('second', 'unheard')
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS)
  expect(await program.worked).toBe('unheard')
  expect(program.names()).not.toContain('due_lease_first')
  await program.stop()
})

test('a table that is locked does not hold up the rows of another', async () => {
  const program = await asleep()
  await add('first', 'free')
  await testDb.owner.transaction(async (query) => {
    await query(statement('lock table second'))
    await vi.advanceTimersByTimeAsync(2 * LOOK_EVERY_MS)
    expect(await program.worked).toBe('free')
  })
  await program.stop()
})

test('a look that fails has every loop look by itself', async () => {
  const program = await asleep()
  await add('first', 'free')
  await testDb.owner.query(statement('revoke all on second from jobs_app'))
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS)
  expect(await program.worked).toBe('free')
  await program.stop()
})
