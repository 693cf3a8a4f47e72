import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { statement, testDatabase, type TestDatabase } from '../../testing/postgres/testing.ts'
import { openPooler } from '../../testing/postgres/testingPooler.ts'
import { openDatabase } from '../postgres/Database.ts'
import { checkDatabase } from './checkDatabase.ts'

let held: TestDatabase
let role: string
beforeAll(async () => {
  held = await testDatabase({ schema: 'book', appRole: 'book_app', directories: [] })
  role = `pooled_${randomBytes(6).toString('hex')}`
  await held.owner.query(statement(`create role ${role} login password '${role}' in role book_app`))
})
afterAll(() => held.close())
afterEach(() => vi.useRealTimers())

const place = { schema: 'book', variable: 'DATABASE_URL' }

test('a good database is reported with how many connections it takes', async () => {
  expect(await checkDatabase(held.database, place)).toMatchObject({ user: 'book_app', max_connections: 400 })
})

test('a program that would run as the owner is refused', async () => {
  await expect(checkDatabase(held.owner, place)).rejects.toThrow(/owns the tables/)
})

test('behind a pooler, settings that the role lacks are shown as statements to run, which are enough', async () => {
  const url = new URL(held.ownerUrl)
  url.username = role
  url.password = role
  const pooler = await openPooler(url.href)
  const refused: unknown = await checkPooled(pooler.url).then(
    () => undefined,
    (error: unknown) => error,
  )
  await pooler.close()
  const { message } = refused as Error
  expect(message).toMatch(
    /^Behind a pooler the settings of a session live on its role\. Run as an administrator:\n/,
  )
  for (const line of message.split('\n').slice(1))
    await held.owner.query(
      statement(line.replace(/database \S+/, `database ${new URL(held.ownerUrl).pathname.slice(1)}`)),
    )
  const again = await openPooler(url.href)
  expect(await checkPooled(again.url)).toMatchObject({ user: role })
  await again.close()
})

test('a clock that is more than a second off is refused, with by how much', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 180_000 })
  await expect(checkDatabase(held.database, place)).rejects.toThrow(
    // The database's clock goes on meanwhile.
    /^This machine's clock is 1[89]\d\.\d s behind the database's, and one second is the most: set both by NTP\.$/,
  )
})

async function checkPooled(url: string) {
  const database = openDatabase({ url, schema: 'book', isPooled: true, max: 2 })
  try {
    return await checkDatabase(database, place)
  } finally {
    await database.close()
  }
}
