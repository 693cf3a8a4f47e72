import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement, testDatabase, type TestDatabase } from '../../testing/postgres/testing.ts'
import { limitsMigrations } from '../http/limits.ts'
import { openDatabase } from './Database.ts'

let held: TestDatabase

beforeAll(async () => {
  held = await testDatabase({ schema: 'book', appRole: 'book_app', directories: [limitsMigrations] })
})
afterAll(() => held.close())

test('a program runs as its role and not as the owner, in its own schema and in UTC', async () => {
  const [row] = await held.database.query<{ role: string; schema: string; zone: string }>({
    name: 'who',
    text: `select current_user as role, current_schema() as schema, current_setting('timezone') as zone`,
    values: [],
  })
  expect(row).toEqual({ role: 'book_app', schema: 'book', zone: 'UTC' })
  await expect(
    held.database.query({ name: 'alter', text: 'alter table limit_window add column x int', values: [] }),
  ).rejects.toMatchObject({ code: '42501' })
})

test('whole numbers of any size arrive as bigint, alone and in arrays, and fractions as they are written', async () => {
  const [row] = await held.database.query<object>({
    name: 'numbers',
    text: `select 99999999999999999999999999999999999999::numeric as money, 9007199254740993::int8 as micros,
      0.1::numeric as fraction, 7::int4 as small,
      array[1, null, 99999999999999999999]::numeric[] as many, array[9007199254740993]::int8[] as counts`,
    values: [],
  })
  expect(row).toEqual({
    money: 99999999999999999999999999999999999999n,
    micros: 9007199254740993n,
    fraction: '0.1',
    small: 7,
    many: [1n, null, 99999999999999999999n],
    counts: [9007199254740993n],
  })
})

test('a bigint goes in exactly', async () => {
  const [row] = await held.database.query<{ units: bigint }>({
    name: 'echo',
    text: 'select $1::numeric(38,0) as units',
    values: [-(10n ** 37n)],
  })
  expect(row?.units).toBe(-(10n ** 37n))
})

test('a transaction that throws undoes everything, and its connection is used again', async () => {
  const count = async () =>
    held.database.query<{ n: bigint }>({
      name: 'count',
      text: 'select count(*) as n from limit_window',
      values: [],
    })
  const insert = {
    name: 'insert',
    text: `insert into limit_window values ('a', 'b', 1, now())`,
    values: [],
  }
  await expect(
    held.database.transaction(async (query) => {
      await query(insert)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await count()).toEqual([{ n: 0n }])
  await held.database.transaction((query) => query(insert))
  expect(await count()).toEqual([{ n: 1n }])
})

describe('a statement that wakes', () => {
  test('a statement that notifies reaches listeners of every process once it is committed', async () => {
    const other = openDatabase({ url: held.url, schema: 'book' })
    const notified = Promise.withResolvers<string>()
    await other.listen('woken', () => notified.resolve('heard'))
    await held.database.query({ ...statement('select 1'), wakes: ['woken'] })
    expect(await notified.promise).toBe('heard')
    await other.close()
  })

  test('a statement notifies no listener before its transaction is committed, and none at all after a rollback', async () => {
    const other = openDatabase({ url: held.url, schema: 'book' })
    const channels: string[] = []
    let notified = Promise.withResolvers<void>()
    const listen = (channel: string) =>
      other.listen(channel, () => {
        channels.push(channel)
        notified.resolve()
      })
    for (const channel of ['undone', 'done', 'probe']) await listen(channel)
    const undone = held.database.transaction(async (query) => {
      await query({ ...statement('select 1'), wakes: ['undone'] })
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await held.database.transaction(async (query) => {
      await query({ ...statement('select 1'), wakes: ['done'] })
      await held.database.query({ ...statement('select 1'), wakes: ['probe'] })
      await notified.promise
      expect(channels).toEqual(['probe'])
      notified = Promise.withResolvers()
    })
    await notified.promise
    expect(channels).toEqual(['probe', 'done'])
    await other.close()
  })
})

describe('a migration under connections that are open', () => {
  const all = { name: 'all', text: 'select * from limit_window', values: [] }
  let later = 0
  /** Prepares, on every connection of the pool, a statement that a new column changes. */
  async function outdated(): Promise<void> {
    await Promise.all(
      Array.from({ length: 4 }, () =>
        held.database.transaction(async (query) => {
          await query(all)
          await query({ name: 'wait', text: 'select pg_sleep(0.05)', values: [] })
        }),
      ),
    )
    later += 1
    await held.owner.query(statement(`alter table limit_window add column later_${later} int4`))
  }

  test('a migration under open connections costs no statement, on whichever it runs', async () => {
    await outdated()
    const results = await Promise.all(Array.from({ length: 8 }, () => held.database.query(all)))
    for (const rows of results) expect(rows[0] ?? {}).toHaveProperty(`later_${later}`)
  })

  test('a migration under open connections undoes a transaction at most once, which says that it may be tried again', async () => {
    await outdated()
    const tried = () => held.database.transaction((query) => query(all))
    await expect(tried()).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      code: '0A000',
      isUnknown: false,
    })
    for (let more = 0; more < 6; more++) expect((await tried())[0] ?? {}).toHaveProperty(`later_${later}`)
  })
})
