import { afterEach, beforeEach, expect, test } from 'vitest'
import { statement, testDatabase, type TestDatabase } from '../../testing/postgres/testing.ts'
import { silentLog } from '../log.ts'
import type { Database } from '../postgres/Database.ts'
import { needs, type Need } from './needs.ts'

let testDb: TestDatabase
beforeEach(async () => {
  testDb = await testDatabase({ schema: 'jobs', appRole: 'jobs_app', directories: [] })
  await testDb.owner.query(statement('create table owed (id text)'))
  await testDb.owner.query(statement('grant all on owed to jobs_app'))
})
afterEach(() => testDb.close())

const need = (name: string, more: Partial<Need> = {}): Need => ({
  name,
  help: '',
  event: `${name} rose`,
  text: 'select count(*) from owed',
  ...more,
})

test('what needs a person is counted in one transaction, and what reads all of the books in its own', async () => {
  const transactions: string[][] = []
  const database: Pick<Database, 'transaction'> = {
    transaction: (work) =>
      testDb.database.transaction((query) => {
        const names: string[] = []
        transactions.push(names)
        return work((sent) => {
          names.push(sent.name)
          return query(sent)
        })
      }),
  }
  const all = [need('first'), need('books', { readsLedger: true }), need('second')]
  await needs({ database, log: silentLog }, { everyMs: 1_000, needs: all }).work()
  expect(transactions).toEqual([
    ['read_by_index', 'need_first', 'need_second'],
    ['read_whole_ledger', 'need_books'],
  ])
})

test('a need is logged at the start and whenever its count rises', async () => {
  const warned: unknown[] = []
  const log = { ...silentLog, warn: (event: string, fields?: object) => warned.push({ event, ...fields }) }
  const counting = needs({ database: testDb.database, log }, { everyMs: 1_000, needs: [need('owed')] })
  const add = (id: string) => testDb.owner.query(statement('insert into owed values ($1)', id))
  await counting.work()
  await add('a')
  await counting.work()
  await counting.work()
  await add('b')
  await counting.work()
  expect(warned).toEqual([
    { event: 'owed rose', count: 1 },
    { event: 'owed rose', count: 2 },
  ])
})
