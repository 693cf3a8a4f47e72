import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement, testDatabase, type TestDatabase } from '../../testing/postgres/testing.ts'
import { openLine, type Line } from '../../testing/postgres/testingLine.ts'
import { createLog } from '../createLog.ts'
import { limitsMigrations } from '../http/limits.ts'
import { availability } from './availability.ts'
import { openDatabase, type Database } from './Database.ts'
import { DatabaseUnavailable } from './DatabaseUnavailable.ts'

/*
 * A database that dies, hangs, is full or becomes a standby, seen by a program that is connected to it through a proxy
 * of the test.
 */

const CONNECTIONS = 3
const CALLERS = 60
const AWAY_MS = 1_500

type Connected = { held: TestDatabase; line: Line; database: Database; lines: string[] }

async function connected(): Promise<Connected & AsyncDisposable> {
  const held = await testDatabase({ schema: 'book', appRole: 'book_app', directories: [limitsMigrations] })
  const line = await openLine(held.url)
  const lines: string[] = []
  const destination = { write: (text: string) => void lines.push(text) }
  const watch = availability({ log: createLog({ program: 'test', destination }) })
  const database = openDatabase({ url: line.url, schema: 'book', max: CONNECTIONS, watch })
  await Promise.all([1, 2, 3].map(() => database.query(statement('select pg_sleep(0.1)'))))
  return {
    held,
    line,
    database,
    lines,
    async [Symbol.asyncDispose]() {
      await database.close()
      await line.close()
      await held.close()
    },
  }
}

const insert = (name: string) =>
  statement(`insert into limit_window values ('a', $1, 1, now()) returning key`, name)

/** The driver's message for a statement that timed out. */
const NO_ANSWER = 'Query read timeout'

async function failure(work: Promise<unknown>): Promise<DatabaseUnavailable> {
  const away: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (away instanceof DatabaseUnavailable) return away
  throw new Error('The database was not away.', { cause: away })
}

describe.concurrent('an unavailable database', () => {
  test('a database that restarted costs one statement, however many connections there were', async ({
    expect,
  }) => {
    await using it = await connected()
    await it.held.owner.query(
      statement(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user
         and pid <> pg_backend_pid() and datname = current_database()`,
      ),
    )
    await it.database.query(insert('one')).catch(() => {})
    for (const name of ['two', 'three', 'four'])
      expect(await it.database.query(insert(name))).toEqual([{ key: name }])
  })

  test('a database behind a silent line ends a statement in time, with an unknown outcome', async ({
    expect,
  }) => {
    await using it = await connected()
    it.line.stall()
    const lost = await failure(it.database.query(insert('silent')))
    expect(lost).toMatchObject({ code: 'no_answer', isUnknown: true, cause: { message: NO_ANSWER } })
    it.line.resume()
    expect(await it.database.query(insert('after'))).toEqual([{ key: 'after' }])
  })

  test('a database that became a standby says so, and the next connection reaches the new primary', async ({
    expect,
  }) => {
    await using it = await connected()
    const readOnly = (value: string) =>
      it.held.owner.query(
        statement(
          `do $$ begin execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`,
        ),
      )
    await readOnly('on')
    it.line.cut()
    expect(await failure(it.database.query(insert('cut')))).toMatchObject({ failure: 'gone' })
    expect(await failure(it.database.query(insert('standby')))).toMatchObject({
      code: '25006',
      isUnknown: false,
    })
    await it.held.owner.query(statement(`set default_transaction_read_only = off`))
    await it.held.owner.transaction(async (query) => {
      await query(statement('set transaction read write'))
      await query(
        statement(
          `do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$`,
        ),
      )
    })
    expect(await it.database.query(insert('primary'))).toEqual([{ key: 'primary' }])
  })

  test('an unavailable database is one line in the log and its return another, however many statements notice', async ({
    expect,
  }) => {
    await using it = await connected()
    it.line.cut()
    await Promise.allSettled(Array.from({ length: 20 }, (_, at) => it.database.query(insert(`n${at}`))))
    await it.database.query(insert('again'))
    const events = it.lines.map((text) => JSON.parse(text) as { event: string; level: string })
    expect(events).toEqual([
      expect.objectContaining({
        level: 'warn',
        event: expect.stringContaining('the database is unavailable'),
      }),
      expect.objectContaining({ level: 'warn', event: 'the database is back' }),
    ])
  })

  test('a database that goes away before a commit did nothing, and at the commit the outcome is unknown', async ({
    expect,
  }) => {
    await using it = await connected()
    const before = it.database.transaction(async (query) => {
      await query(insert('lost'))
      it.line.cut()
      await query(insert('never'))
    })
    expect(await failure(before)).toMatchObject({ isUnknown: false })
    const at = it.database.transaction(async (query) => {
      await query(insert('committed'))
      it.line.loseNextAnswer(/commit/)
    })
    expect(await failure(at)).toMatchObject({ isUnknown: true })
    expect(await it.held.database.query(statement('select key from limit_window'))).toEqual([
      { key: 'committed' },
    ])
  })

  test('an unavailable database is tried some ten times a second, however many wait for it, and refuses none that ask once it is back', async ({
    expect,
  }) => {
    await using it = await connected()
    const until = performance.now() + AWAY_MS
    const again = async (name: string): Promise<void> => {
      await it.database
        .query(insert(name))
        .catch((error: unknown) => (performance.now() < until ? again(name) : Promise.reject(error)))
    }
    it.line.refuse()
    const before = it.line.tries
    const callers = Array.from({ length: CALLERS }, (_, at) => again(`away ${at}`))
    await Promise.allSettled(callers)
    expect(it.line.tries - before).toBeGreaterThan(2)
    expect(it.line.tries - before).toBeLessThanOrEqual(25)
    it.line.admit()
    // Asked together, all of them wait for one try.
    const answers = await Promise.all(callers.map((_, at) => it.database.query(insert(`back ${at}`))))
    expect(answers).toHaveLength(CALLERS)
  })

  test('an unavailable database keeps no program from ending', async ({ expect }) => {
    await using it = await connected()
    await it.database.listen('news', () => {})
    it.line.stall()
    const inHand = failure(it.database.query(insert('in hand')))
    await it.database.close()
    // Its connection was cut: otherwise it would have waited for its answer.
    const lost = await inHand
    expect(lost.isUnknown).toBe(true)
    expect(lost.cause).not.toMatchObject({ message: NO_ANSWER })
  })

  test('a statement in a program that is ending is not done, and is no loss of the database', async ({
    expect,
  }) => {
    await using it = await connected()
    await it.database.close()
    const transaction = it.database.transaction((query) => query(insert('late')))
    for (const late of [it.database.query(insert('late')), transaction])
      expect(await failure(late)).toMatchObject({ code: 'program_ending', isUnknown: false })
    expect(it.lines).toEqual([])
  })
})

/** A server that accepts a connection and shuts down at once: all its messages arrive in one packet. */
async function openShuttingServer(): Promise<{ url: string } & AsyncDisposable> {
  const message = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(content.length + 4)
    return Buffer.concat([Buffer.from(type), length, content])
  }
  const fatal = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'
  const greeting = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([...greeting, message('E', Buffer.from(fatal))])))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://u@127.0.0.1:${(server.address() as AddressInfo).port}/d`,
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

test('a server that shuts down as a connection opens fails a statement, and does not end the program', async () => {
  await using server = await openShuttingServer()
  const database = openDatabase({ url: server.url, schema: 'book', max: 1 })
  for (let times = 0; times < 3; times++)
    expect(await failure(database.query(insert('one')))).toMatchObject({ failure: 'gone' })
  await database.close()
})

test('a transaction with a failed statement is not reported as committed', async () => {
  await using it = await connected()
  const written = it.database.transaction(async (query) => {
    await query(insert('half'))
    await query(statement('select 1 / 0')).catch(() => {})
  })
  await expect(written).rejects.toThrow('A transaction was committed of which a statement had failed.')
})

test('a transaction that PostgreSQL ends, since it and another wait for each other, did nothing, and may be done again', async () => {
  await using it = await connected()
  const { database } = it
  await database.query(insert('one'))
  await database.query(insert('other'))
  const count = (name: string) => statement('update limit_window set count = count + 1 where key = $1', name)
  const met = Promise.withResolvers<void>()
  let arrived = 0
  const countBoth = (first: string, second: string) =>
    database.transaction(async (query) => {
      await query(count(first))
      if (++arrived === 2) met.resolve()
      await met.promise
      await query(count(second))
    })
  const done = await Promise.allSettled([countBoth('one', 'other'), countBoth('other', 'one')])
  const ended = done.filter(({ status }) => status === 'rejected')
  expect(ended).toEqual([
    expect.objectContaining({
      reason: expect.objectContaining({ failure: 'slow', code: '40P01', isUnknown: false }),
    }),
  ])
  expect(ended[0]).toHaveProperty('reason', expect.any(DatabaseUnavailable))
  expect(await database.query(statement('select key, count from limit_window order by key'))).toEqual([
    { key: 'one', count: 2n },
    { key: 'other', count: 2n },
  ])
})

describe('a connection is kept', () => {
  let it: Connected & AsyncDisposable
  beforeAll(async () => {
    it = await connected()
  })
  afterAll(() => it[Symbol.asyncDispose]())

  const pids = async () =>
    new Set(
      (
        await Promise.all(
          [1, 2, 3].map(() =>
            it.database.query<{ pid: number }>(statement('select pg_backend_pid() as pid, pg_sleep(0.1)')),
          ),
        )
      ).map(([row]) => row?.pid),
    )

  test('a connection is kept after an expected conflict', async () => {
    await it.database.query(insert('taken'))
    const before = await pids()
    for (let times = 0; times < 5; times++)
      await expect(it.database.query(insert('taken'))).rejects.toMatchObject({ code: '23505' })
    expect(await pids()).toEqual(before)
  })

  test('a connection is kept on a server whose disk is full, which lets no other in: the data can be read', async () => {
    const before = await pids()
    const full = statement(`do $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$`)
    for (let times = 0; times < 5; times++) {
      expect(await failure(it.database.query(full))).toMatchObject({ code: '53100', isUnknown: false })
      const written = it.database.transaction(async (query) => {
        await query(insert('half'))
        await query(full)
      })
      expect(await failure(written)).toMatchObject({ code: '53100', isUnknown: false })
    }
    expect(await pids()).toEqual(before)
    expect(await it.database.query(insert('half'))).toEqual([{ key: 'half' }])
  })
})
