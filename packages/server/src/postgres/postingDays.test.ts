import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement, testDatabase, type TestDatabase } from '../../testing/postgres/testing.ts'
import { openOwner } from '../backup/snapshot.ts'
import { balanceOf, imbalances, ledgerMigrations, postJournals, type Journal } from './Ledger.ts'
import { migrate } from './migrate.ts'

/* Lines of the books get the day of their journal while programs post. */

const SET = { schema: 'aged', appRole: 'aged_app', directories: [ledgerMigrations] }
const AT = new Date('2026-02-28T23:59:59.999Z')

let books: TestDatabase
beforeAll(async () => {
  books = await testDatabase({ ...SET, directories: [] })
  const before = ['001_ledger', '002_quick_posting', '003_lines_by_key']
  await migrate({ ...SET, url: books.ownerUrl, only: before.map((name) => `ledger/${name}.sql`) })
})
afterAll(() => books.close())

const line = (account: string, units: bigint, layer: 'pending' | 'posted' = 'posted') => ({
  account,
  asset: 'EUR',
  layer,
  units,
})
const journal = (id: string, postings: Journal['postings'], more: Partial<Journal> = {}): Journal => ({
  id,
  kind: 'test',
  reference: 'r',
  postings,
  ...more,
})
const post = (each: Journal, at = AT) => postJournals(books.database.query, [each], at)
const daysOf = async (id: string) => {
  const days = 'select distinct posted_on::text as day from posting where journal_id = $1'
  return (await books.owner.query<{ day: string }>(statement(days, id))).map(({ day }) => day)
}

test('what was held before is resolved after, and a call that waits meanwhile is posted', async () => {
  const held = [line('card', 9n, 'pending'), line('order', -9n, 'pending')]
  await post(journal('hold', held))
  // The migration by hand, with a program's call that has begun and waits for the table.
  const owner = await openOwner(books.ownerUrl)
  const text = await readFile(join(ledgerMigrations, '004_posting_days.sql'), 'utf8')
  await owner.query(`set search_path = ${SET.schema}; begin; lock table posting in access exclusive mode`)
  const waiting = post(journal('begun', [line('card', 4n), line('order', -4n)]))
  const waits = `select count(*) as count from pg_locks where not granted and relation = '${SET.schema}.posting'::regclass`
  await expect.poll(async () => (await owner.query<{ count: string }>(waits)).rows[0]?.count).toBe('1')
  await owner.query(`${text.replaceAll('${schema}', SET.schema)}; commit`)
  await waiting
  await owner.end()

  const taken = [line('card', 9n), line('order', -9n)]
  await post(journal('taken', taken, { resolves: 'hold' }), new Date('2026-03-01T00:00:00Z'))
  await post(journal('later', [line('card', 1n), line('order', -1n)]))
  expect(await daysOf('hold')).toEqual(['-infinity'])
  expect(await daysOf('begun')).toEqual(['-infinity'])
  expect(await daysOf('taken')).toEqual(['2026-03-01'])
  expect(await daysOf('later')).toEqual(['2026-02-28'])
  expect(await imbalances(books.database.query)).toEqual([])
  expect(await balanceOf(books.database.query, 'card', 'EUR', 'pending')).toBe(0n)
  expect(await balanceOf(books.database.query, 'card', 'EUR', 'posted')).toBe(14n)
  await expect(
    books.owner.query(
      statement(
        "insert into posting select 'later', 3, account_id, layer, units, '2026-03-02' from posting limit 1",
      ),
    ),
  ).rejects.toThrow('names no line of its journal')
})
