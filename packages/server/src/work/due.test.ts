import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { statement, testDatabase, type TestDatabase } from '../../testing/postgres/testing.ts'
import type { Clock } from '../Clock.ts'
import { silentLog } from '../log.ts'
import { createMetrics } from '../metrics.ts'
import { openDatabase, type Database, type Query } from '../postgres/Database.ts'
import { systemRandom } from '../Random.ts'
import { programArguments } from '../settings/programArguments.ts'
import { settleDue, workDue } from './due.ts'

const START = Date.parse('2026-01-02T03:04:05Z')
const LEASE_MS = 60_000
const job = { table: 'job', key: 'id' }

let testDb: TestDatabase
let time: number
const clock: Clock = { now: () => new Date(time) }

beforeEach(async () => {
  time = START
  testDb = await testDatabase({ schema: 'jobs', appRole: 'jobs_app', directories: [] })
  await testDb.owner.query(
    statement(`create table job (id text primary key, due_at timestamptz, lease_until timestamptz, leased_by int4,
      due_attempts int4 not null default 0)`),
  )
  await testDb.owner.query(statement('grant all on job to jobs_app'))
})
afterEach(() => testDb.close())

function worker(
  work: (id: string, attempts: number) => Promise<void>,
  { database = testDb.database, concurrency = 4 }: { database?: Database; concurrency?: number } = {},
) {
  return workDue(
    { database, clock, random: systemRandom, log: silentLog },
    { ...job, channel: 'jobs', leaseMs: LEASE_MS, batch: 10, concurrency, work },
  )
}

async function add(...ids: string[]) {
  await testDb.database.query(statement('insert into job select unnest($1::text[]), $2', ids, clock.now()))
}

async function settle(id: string, dueAt: Date | null = null) {
  await testDb.database.query(settleDue(job, { id, dueAt }))
}

async function row(id: string) {
  const [found] = await testDb.database.query<{
    due_at: Date | null
    lease_until: Date | null
    due_attempts: number
  }>(statement('select due_at, lease_until, due_attempts from job where id = $1', id))
  if (found === undefined) throw new Error(`There is no job ${id}.`)
  return found
}

test('of many workers each row is one worker’s, and all rows are worked', async () => {
  const ids = Array.from({ length: 300 }, (_, index) => `job-${index}`)
  await add(...ids)
  const worked: string[] = []
  const inHand = new Set<string>()
  let most = 0
  const workers = Array.from({ length: 5 }, () =>
    worker(async (id) => {
      expect(inHand.has(id)).toBe(false)
      inHand.add(id)
      most = Math.max(most, inHand.size)
      await settle(id)
      inHand.delete(id)
      worked.push(id)
    }),
  )
  const counts = await Promise.all(workers.map((one) => one.tick()))
  expect(worked.toSorted()).toEqual(ids.toSorted())
  expect(most).toBeGreaterThan(4)
  expect(most).toBeLessThanOrEqual(5 * 4)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ids.length)
})

test('a tick works what its own steps made due, and leaves what is due later', async () => {
  await add('now')
  await testDb.database.query(statement(`insert into job values ('later', $1)`, new Date(START + 1)))
  const worked: string[] = []
  const count = await worker(async (id) => {
    worked.push(id)
    await settle(id, worked.length < 3 ? clock.now() : null)
  }).tick()
  expect(worked).toEqual(['now', 'now', 'now'])
  expect(count).toBe(3)
})

test('a slow row holds up no other', async () => {
  await add('slow', 'a', 'b', 'c', 'd', 'e')
  const gate = Promise.withResolvers<void>()
  const others = Promise.withResolvers<void>()
  let done = 0
  const ticking = worker(
    async (id) => {
      if (id === 'slow') await gate.promise
      await settle(id)
      if (id !== 'slow' && ++done === 5) others.resolve()
    },
    { concurrency: 2 },
  ).tick()
  await others.promise
  expect((await row('slow')).lease_until).not.toBeNull()
  gate.resolve()
  expect(await ticking).toBe(6)
})

test('an unexpired lease is respected, and any worker takes an expired one', async () => {
  await add('stuck')
  const taken = Promise.withResolvers<void>()
  const never = Promise.withResolvers<void>()
  const stuck = worker(async () => {
    taken.resolve()
    await never.promise
  }).tick()
  await taken.promise
  const attempts: number[] = []
  const other = worker(async (id, attempt) => {
    attempts.push(attempt)
    await settle(id)
  })
  time += LEASE_MS - 1
  expect(await other.tick()).toBe(0)
  time += 1
  expect(await other.tick()).toBe(1)
  expect(attempts).toEqual([2])
  never.resolve()
  await stuck
})

test('a row stays with its worker as long as the work takes, however short the lease', async () => {
  await add('long')
  let finish = () => {}
  const deps = { database: testDb.database, clock, random: systemRandom, log: silentLog }
  const short = { ...job, channel: 'jobs', leaseMs: 100, batch: 1, concurrency: 1 }
  const slow = workDue(deps, { ...short, work: () => new Promise<void>((resolve) => (finish = resolve)) })
  const working = slow.tick()
  const leaseLeftMs = async () => ((await row('long')).lease_until?.getTime() ?? 0) - time
  for (let renewals = 0; renewals < 5; renewals++) {
    await expect.poll(leaseLeftMs).toBe(100)
    time += 60
  }
  const other = workDue(deps, { ...short, work: () => Promise.reject(new Error('It was taken away.')) })
  expect(await other.tick()).toBe(0)
  await settle('long')
  finish()
  await working
  expect(await row('long')).toEqual({ due_at: null, lease_until: null, due_attempts: 0 })
})

test('a step that throws is tried again after 1 s, 5 s, 30 s, 2 min, then every 5 min, spread by up to a fifth', async () => {
  await add('broken')
  const broken = worker(() => Promise.reject(new Error('no')))
  for (const seconds of [1, 5, 30, 120, 300, 300]) {
    expect(await broken.tick()).toBe(1)
    const { due_at: dueAt, lease_until: lease } = await row('broken')
    const wait = (dueAt?.getTime() ?? 0) - time
    expect(lease).toBeNull()
    expect(wait).toBeGreaterThanOrEqual(seconds * 1000)
    expect(wait).toBeLessThanOrEqual(seconds * 1200)
    time += wait - 1
    expect(await broken.tick()).toBe(0)
    time += 1
  }
})

test('a step that the database could not do is tried again within a second, or half a minute where it was slow, however often', async () => {
  await add('late')
  const unreached = openDatabase({ url: 'postgres://127.0.0.1:1/none', schema: 'jobs' })
  const steps = {
    gone: () => unreached.query(statement('select 1')),
    slow: () =>
      testDb.database.transaction(async (query) => {
        await query(statement('set local statement_timeout = 10'))
        await query(statement('select pg_sleep(5)'))
      }),
  }
  for (const [step, waitMs] of [
    ['gone', 1_000],
    ['slow', 30_000],
  ] as const) {
    await testDb.database.query(statement('update job set due_at = $1, due_attempts = 7', clock.now()))
    await worker(async () => void (await steps[step]())).tick()
    const waitedMs = Number((await row('late')).due_at) - time
    expect([step, waitedMs >= waitMs, waitedMs <= waitMs * 1.2]).toEqual([step, true, true])
  }
  await unreached.close()
})

test('a step that fails after its lease was lost does not disturb the new owner', async () => {
  await add('late')
  const taken = Promise.withResolvers<void>()
  const fail = Promise.withResolvers<void>()
  // One row at a time: meanwhile it takes no other, not even the same row once its lease has expired.
  const slow = worker(
    async () => {
      taken.resolve()
      await fail.promise
    },
    { concurrency: 1 },
  ).tick()
  await taken.promise
  time += LEASE_MS
  await worker(async () => {
    fail.reject(new Error('too late'))
    await slow
    expect((await row('late')).lease_until).toEqual(new Date(time + LEASE_MS))
    await settle('late')
  }).tick()
  expect(await row('late')).toEqual({ due_at: null, lease_until: null, due_attempts: 0 })
})

test('a row that becomes due while it is being worked is worked again', async () => {
  await add('twice')
  let times = 0
  const count = await worker(async (id) => {
    times += 1
    if (times === 1) {
      await testDb.database.query(statement('update job set due_at = $2 where id = $1', id, clock.now()))
    }
    await settle(id)
  }).tick()
  expect(count).toBe(2)
  expect((await row('twice')).due_at).toBeNull()
})

test('a row of a process that was killed is taken over', async () => {
  await add('orphan')
  const child = spawn(
    process.execPath,
    [...programArguments, '--input-type=module', '-e', leaseOwner(testDb.url)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const worked: [string, number][] = []
  const taker = worker(async (id, attempts) => {
    worked.push([id, attempts])
    await settle(id)
  })
  expect(await taker.tick()).toBe(0)
  time += LEASE_MS
  expect(await taker.tick()).toBe(1)
  expect(worked).toEqual([['orphan', 2]])
})

const source = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

/** A program that leases the row, prints that and never finishes. */
function leaseOwner(url: string): string {
  return `
    import { workDue } from ${source('./due.ts')}
    import { systemRandom } from ${source('../Random.ts')}
    import { silentLog } from ${source('../log.ts')}
    import { openDatabase } from ${source('../postgres/Database.ts')}
    const database = openDatabase({ url: ${JSON.stringify(url)}, schema: 'jobs' })
    const clock = { now: () => new Date(${START}) }
    setInterval(() => {}, 1000)
    await workDue({ database, clock, random: systemRandom, log: silentLog }, {
      table: 'job', key: 'id', channel: 'jobs', leaseMs: ${LEASE_MS}, batch: 1, concurrency: 1,
      work: () => { console.log('held'); return new Promise(() => {}) },
    }).tick()`
}

/** A worker that runs by itself, and reports when it works a row and when it has found none. */
function startedWorker() {
  let nextWorked = Promise.withResolvers<string>()
  const asleep = Promise.withResolvers<void>()
  const query: Query = async (each) => {
    const rows = await testDb.database.query<never>(each)
    if (each.name === 'due_lease_job' && rows.length === 0) asleep.resolve()
    return rows
  }
  const running = worker(
    async (id) => {
      await settle(id)
      nextWorked.resolve(id)
      nextWorked = Promise.withResolvers<string>()
    },
    { database: { ...testDb.database, query } },
  )
  running.start()
  return { next: () => nextWorked.promise, asleep: asleep.promise, stop: () => running.stop() }
}

test('a notification wakes the loop at once, which looks for nothing by itself', async () => {
  await add('first')
  const running = startedWorker()
  await running.next()
  await running.asleep
  const second = running.next()
  await add('second')
  await testDb.database.query(statement(`select pg_notify('jobs', '')`))
  expect(await second).toBe('second')
  await running.stop()
})

test('stop waits for rows under way and takes no more', async () => {
  await add('in hand')
  const taken = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const running = worker(
    async (id) => {
      taken.resolve()
      await gate.promise
      await settle(id)
    },
    { concurrency: 2 },
  )
  running.start()
  await taken.promise
  const stopped = running.stop()
  await add('not taken')
  expect(await Promise.race([stopped.then(() => 'stopped'), row('in hand').then(() => 'in hand')])).toBe(
    'in hand',
  )
  gate.resolve()
  await stopped
  expect((await row('in hand')).due_at).toBeNull()
  expect((await row('not taken')).lease_until).toBeNull()
})

test('the number and the age of due rows are measured', async () => {
  await add('a', 'b')
  time += 7_000
  const metrics = createMetrics({ program: 'test' })
  workDue(
    { database: testDb.database, clock, random: systemRandom, log: silentLog, metrics },
    { ...job, channel: 'jobs', leaseMs: LEASE_MS, batch: 1, concurrency: 1, work: async () => {} },
  )
  const { body } = await metrics.exposition()
  expect(body).toMatch(/^due_rows_job\{.*\} 2$/m)
  expect(body).toMatch(/^due_waited_seconds_job\{.*\} 7$/m)
})

test('a listener receives again after its connection was cut', async () => {
  const database = openDatabase({ url: testDb.url, schema: 'jobs' })
  let received = Promise.withResolvers<string>()
  const silence = await database.listen('cut', (payload) => received.resolve(payload))
  await testDb.database.query(statement(`select pg_notify('cut', 'one')`))
  expect(await received.promise).toBe('one')
  received = Promise.withResolvers<string>()
  await testDb.owner.query(
    statement(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'jobs-listener' and datname = current_database()`,
    ),
  )
  expect(await received.promise).toBe('')
  received = Promise.withResolvers<string>()
  await testDb.database.query(statement(`select pg_notify('cut', 'two')`))
  expect(await received.promise).toBe('two')
  await silence()
  await database.close()
})
