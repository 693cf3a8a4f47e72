import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Query } from '../../src/postgres/Database.ts'
import { cleanDatabase, statement, type CleanDatabase } from './testing.ts'

/** Tables with what is hard to take back: numbers, rows that stay, a first row, a column that nobody may write. */
const TABLES = `
  create table colour (id int8 generated always as identity primary key, name text not null, size int4 generated always as (length(name)) stored);
  insert into colour (name) values ('red');
  create table paint (id int8 generated always as identity, colour_id int8 not null references colour);
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'It stays.'; end $$;
  create trigger stays before update or delete on paint for each row execute function refuse();
  grant select, insert, update, delete on colour, paint to shop_app;`

let directory: string
let open: () => Promise<CleanDatabase>

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cambio-kept-'))
  await writeFile(join(directory, '001_tables.sql'), TABLES)
  open = () => cleanDatabase({ schema: 'shop', appRole: 'shop_app', directories: [directory] })
})
afterAll(() => rm(directory, { recursive: true }))

const nameOf = async (query: Query) =>
  (await query<{ name: string }>(statement('select current_database() as name')))[0]?.name
const coloursIn = (query: Query) => query(statement('select id, name, size from colour order by id'))
const addPaint = (query: Query) =>
  query(statement('insert into paint (colour_id) select min(id) from colour returning id, colour_id'))

test('a test gets the database of the last one, as good as new', async () => {
  const one = await open()
  const { query } = one.database
  const name = await nameOf(query)
  expect(await addPaint(query)).toEqual([{ id: 1n, colour_id: 1n }])
  await query(statement("insert into colour (name) values ('blue')"))
  await query(statement("update colour set name = 'crimson' where name = 'red'"))
  await one.close()

  const next = await open()
  expect(await nameOf(next.database.query)).toBe(name)
  expect(await coloursIn(next.database.query)).toEqual([{ id: 1n, name: 'red', size: 3 }])
  expect(await addPaint(next.database.query)).toEqual([{ id: 1n, colour_id: 1n }])
  await expect(next.database.query(statement('delete from paint'))).rejects.toThrow('It stays.')
  await next.close()
})

test('two tests at once have two databases', async () => {
  const [one, other] = await Promise.all([open(), open()])
  expect(await nameOf(one.database.query)).not.toBe(await nameOf(other.database.query))
  await one.close()
  await other.close()
})

test('a database whose tables were changed is not used again', async () => {
  const one = await open()
  const name = await nameOf(one.database.query)
  await one.owner.query(statement('alter table colour add column weight int4'))
  await one.close()
  const next = await open()
  expect(await nameOf(next.database.query)).not.toBe(name)
  expect(await coloursIn(next.database.query)).toHaveLength(1)
  await next.close()
})

test('a database that a test still uses when it ends is not used again', async () => {
  const one = await open()
  const name = await nameOf(one.database.query)
  const late = one.database.query(statement('select pg_sleep(20)'))
  const cut = expect(late).rejects.toThrow()
  await one.close()
  await cut
  const next = await open()
  expect(await nameOf(next.database.query)).not.toBe(name)
  await next.close()
})

test('an ended test has nothing of its database any more, and receives nothing', async () => {
  const one = await open()
  const heard: string[] = []
  await one.database.listen('news', (payload) => heard.push(payload))
  const more = one.open(3)
  await one.close()
  await expect(one.database.query(statement('select 1'))).rejects.toThrow('This test is over')
  await expect(more.transaction(async () => {})).rejects.toThrow('This test is over')

  const next = await open()
  const notification = new Promise<string>((resolve) => void next.database.listen('news', resolve))
  await next.database.query({ ...statement('select 2'), wakes: ['news'] })
  await notification
  expect(heard).toEqual([])
  await next.close()
})
