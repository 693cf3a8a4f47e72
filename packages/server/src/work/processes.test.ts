import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { statement, testDatabase, type TestDatabase } from '../../testing/postgres/testing.ts'
import { openLine } from '../../testing/postgres/testingLine.ts'
import { systemClock } from '../Clock.ts'
import { silentLog } from '../log.ts'
import { openDatabase, openListener } from '../postgres/Database.ts'
import { LeaseLost } from '../postgres/fence.ts'
import { systemRandom } from '../Random.ts'
import { programArguments } from '../settings/programArguments.ts'
import { settleDue } from './due.ts'
import { processesMigrations } from './processes.ts'
import { programWork } from './programWork.ts'

const job = { table: 'job', key: 'id' }
const pace = { channel: 'jobs', leaseMs: 600_000, batch: 4 }
const RECOVERY_MS = 3_000

let testDb: TestDatabase
let closing: (() => Promise<void>)[]

beforeEach(async () => {
  closing = []
  testDb = await testDatabase({ schema: 'jobs', appRole: 'jobs_app', directories: [processesMigrations] })
  await testDb.owner.query(
    statement(`create table job (id text primary key, due_at timestamptz, lease_until timestamptz,
      leased_by int4, due_attempts int4 not null default 0)`),
  )
  await testDb.owner.query(statement('grant all on job to jobs_app'))
})
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
  await testDb.close()
})

/** A program at work in this process, on a connection of its own. */
async function program(work: (id: string) => Promise<void>, concurrency = 4) {
  const line = await openLine(testDb.url)
  const address = { url: line.url, schema: 'jobs' }
  const listener = openListener(address, { ownsLeases: true })
  const database = openDatabase({ ...address, listener })
  const running = programWork(
    { database, clock: systemClock, random: systemRandom, log: silentLog },
    { loops: [{ ...job, ...pace, concurrency, work }], cleaning: [], resume: [] },
  )
  running.start()
  closing.push(async () => {
    line.resume()
    await running.stop()
    await listener.close()
    await database.close()
    await line.close()
  })
  return { line, database, listener }
}

async function add(id: string) {
  await testDb.database.query({
    ...statement('insert into job (id, due_at) values ($1, now())', id),
    wakes: ['jobs'],
  })
}

/** Runs until the row is worked. @returns how long that took */
async function taken(id: string) {
  const worked = Promise.withResolvers<void>()
  const before = performance.now()
  await program(async (other) => {
    await testDb.database.query(settleDue(job, { id: other, dueAt: null }))
    if (other === id) worked.resolve()
  })
  await worked.promise
  return performance.now() - before
}

test('the rows of a killed process are taken over within three seconds, however long their leases', async () => {
  await add('orphan')
  const before = performance.now()
  const child = spawn(
    process.execPath,
    [...programArguments, '--input-type=module', '-e', leaseOwner(testDb.url)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(child.stdout, 'data')
  const startMs = performance.now() - before
  child.kill('SIGKILL')
  await once(child, 'exit')
  // A machine that takes longer than a second to start a process takes longer for everything.
  expect(await taken('orphan')).toBeLessThan(Math.max(RECOVERY_MS, 3 * startMs))
})

test('the rows of a living process stay its own, whatever other processes do', async () => {
  await add('mine')
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const first = await program(async (id) => {
    begun.resolve()
    await gate.promise
    await first.database.query(settleDue(job, { id, dueAt: null }))
  }, 1)
  await begun.promise
  closing.push(async () => gate.resolve())
  const worked: string[] = []
  for (const id of ['one', 'two']) {
    const second = await program(async (other) => {
      await testDb.database.query(settleDue(job, { id: other, dueAt: null }))
      worked.push(other)
    })
    await add(id)
    // The former program is connected again by now: either may take the row.
    await expect.poll(() => worked).toContain(id)
    second.line.cut()
  }
  expect(worked).toEqual(['one', 'two'])
})

test('a process that cannot reach the database loses its rows: another takes over, and it does nothing more', async () => {
  await add('shared')
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const late = Promise.withResolvers<unknown>()
  const first = await program(async () => {
    begun.resolve()
    await gate.promise
    await testDb.database.query(statement('select 1')).then(late.resolve, late.resolve)
  })
  await begun.promise
  first.line.stall()
  first.line.cut()
  expect(await taken('shared')).toBeLessThan(pace.leaseMs / 10)
  gate.resolve()
  expect(await late.promise).toBeInstanceOf(LeaseLost)
})

const source = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

/** A program that leases rows, prints that and never finishes. */
function leaseOwner(url: string): string {
  return `
    import { programWork } from ${source('./programWork.ts')}
    import { systemRandom } from ${source('../Random.ts')}
    import { systemClock } from ${source('../Clock.ts')}
    import { silentLog } from ${source('../log.ts')}
    import { openDatabase, openListener } from ${source('../postgres/Database.ts')}
    const address = { url: ${JSON.stringify(url)}, schema: 'jobs' }
    const listener = openListener(address, { ownsLeases: true })
    const database = openDatabase({ ...address, listener })
    programWork({ database, clock: systemClock, random: systemRandom, log: silentLog }, {
      loops: [{ table: 'job', key: 'id', channel: 'jobs', leaseMs: 600000, batch: 1, concurrency: 1,
        work: () => { console.log('held'); return new Promise(() => {}) } }],
      cleaning: [], resume: [],
    }).start()`
}
