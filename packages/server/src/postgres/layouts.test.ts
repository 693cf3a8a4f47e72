import { afterEach, beforeEach, expect, test } from 'vitest'
import { statement, testDatabase, type TestDatabase } from '../../testing/postgres/testing.ts'
import { processesMigrations } from '../work/processes.ts'
import { openListener } from './Database.ts'
import type { Listener } from './listener.ts'
import { migrate, migrationsIn } from './migrate.ts'

/* A database whose tables have a form that programs of before must not work on. */

const SET = { schema: 'jobs', appRole: 'jobs_app', directories: [processesMigrations] }

let held: TestDatabase
const open: Listener[] = []
beforeEach(async () => {
  held = await testDatabase(SET)
})
afterEach(async () => {
  for (const listener of open.splice(0)) await listener.close()
  await held.close()
})

/** A program that owns leases, and what it was refused with. */
async function program(...layouts: string[]) {
  const refusals: unknown[] = []
  const listener = openListener(
    { url: held.url, schema: 'jobs' },
    { ownsLeases: true, layouts, onRefused: (error) => refusals.push(error) },
  )
  open.push(listener)
  await listener.listen('news', () => {})
  return { listener, refusals }
}

const requireLayout = () => held.owner.query(statement(`select require_layout('folded')`))

test('tables get a new layout only when every program knows it, and no other program begins after that', async () => {
  const before = await program()
  expect(before.listener.leaseOwner()).not.toBeNull()
  await expect(requireLayout()).rejects.toThrow('A program that does not know folded works on this database.')
  await before.listener.close()
  await held.owner.query(statement('delete from process'))
  const knowing = await program('folded')
  await requireLayout()
  await requireLayout()
  const other = await program('pleated')
  expect([other.listener.leaseOwner(), other.refusals]).toEqual([null, [expect.any(Error)]])
  const another = await program('pleated', 'folded')
  expect([another.refusals, knowing.refusals]).toEqual([[], []])
  expect(another.listener.leaseOwner()).not.toBeNull()
})

test('a version that does not know the layout of a database does not start on it, whether it can name the layout or not', async () => {
  await requireLayout()
  const start = (layouts: readonly string[]) => migrate({ ...SET, url: held.ownerUrl, layouts })
  await expect(start(['pleated'])).rejects.toThrow(
    'The schema jobs is of a later version: this one does not know folded. Start the version that ran last, or a later one.',
  )
  expect(await start(['folded'])).toMatchObject({ applied: 0 })
  // A version of before layouts starts only where each checksum is that of its own file.
  const files = new Map((await migrationsIn(SET.directories)).map(({ name, checksum }) => [name, checksum]))
  const applied = await held.owner.query<{ name: string; checksum: string }>(
    statement('select name, checksum from migration'),
  )
  const changed = applied.filter(({ name, checksum }) => files.get(name) !== checksum)
  expect(changed.map(({ name }) => name)).toEqual(['processes/001_process.sql'])
})
