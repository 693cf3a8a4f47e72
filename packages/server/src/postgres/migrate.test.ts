import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { statement, testDatabase, type TestDatabase } from '../../testing/postgres/testing.ts'
import { migrate } from './migrate.ts'

const SET = { schema: 'shop', appRole: 'shop_app' }

let held: TestDatabase
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cambio-migrate-'))
  held = await testDatabase({ ...SET, directories: [] })
})
afterEach(async () => {
  await held.close()
  await rm(folder, { recursive: true, force: true })
})

const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
const run = () => migrate({ ...SET, url: held.ownerUrl, directories: [folder] })
const rows = (text: string) => held.database.query<object>(statement(text))

test('files are applied in order, each once, with the role and the schema put in', async () => {
  await write('002_fill.sql', 'insert into ${schema}.thing values (1)')
  await write('001_thing.sql', 'create table thing (n int); grant select on thing to ${app_role}')
  await write('notes.txt', 'not sql')
  await run()
  await run()
  expect(await rows('select n from thing')).toEqual([{ n: 1 }])
  await write('003_more.sql', 'insert into thing values (2)')
  await run()
  expect(await rows('select n from thing order by n')).toEqual([{ n: 1 }, { n: 2 }])
})

test('programs that start together apply each file once', async () => {
  await write('001_thing.sql', 'create table thing (n int); grant select on thing to ${app_role}')
  await write('002_fill.sql', 'insert into thing values (1)')
  await Promise.all(Array.from({ length: 6 }, run))
  expect(await rows('select n from thing')).toEqual([{ n: 1 }])
})

test('a file that was applied and has changed refuses the start, and nothing more is applied', async () => {
  await write('001_thing.sql', 'create table thing (n int)')
  await run()
  await write('001_thing.sql', 'create table thing (n bigint)')
  await write('002_more.sql', 'create table more (n int)')
  await expect(run()).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/001_thing\.sql was applied to schema shop and its file has changed/),
  })
  expect(await rows(`select to_regclass('more') as more`)).toEqual([{ more: null }])
})

test('a migration that fails leaves nothing behind, and is applied when it is right', async () => {
  await write('001_thing.sql', 'create table thing (n int); select 1/0')
  await expect(run()).rejects.toThrow('001_thing.sql failed')
  expect(await rows(`select to_regclass('thing') as thing`)).toEqual([{ thing: null }])
  await write('001_thing.sql', 'create table thing (n int)')
  await run()
})

test('a migration gives way to running transactions, and is applied when they have ended', async () => {
  await write('001_things.sql', 'create table first (n int); create table second (n int)')
  await run()
  const program = await connected()
  const other = await connected()
  try {
    await program.query(`set deadlock_timeout = '1h'`) // A busy machine is no deadlock.
    await program.query('begin; lock table shop.second in access share mode')
    await write('002_columns.sql', 'alter table first add m int; alter table second add m int')
    const migrating = run()
    await waiting(`relation = 'shop.second'::regclass`)
    await other.query('select n from shop.first')
    await program.query('lock table shop.first in access share mode')
    await program.query('commit')
    expect(await migrating).toMatchObject({ applied: 1 })
  } finally {
    await program.end()
    await other.end()
  }
})

test('a migration of large tables goes step by step while programs write, and begins anew where it was interrupted', async () => {
  await write('001_thing.sql', 'create table thing (n int)')
  await run()
  await write('002_index.sql', 'create unique index thing_n on thing (n)')
  await mkdir(join(folder, 'online'))
  const step = 'create unique index concurrently if not exists thing_n on thing (n);'
  await write(
    'online/002_index.sql',
    `-- Steps.\n\n${step}\n\nalter table thing add column if not exists m int;\n`,
  )
  const program = await connected()
  try {
    await program.query('begin; insert into shop.thing values (1)')
    const first = run()
    const interrupted = expect(first).rejects.toThrow()
    await waiting(`locktype = 'virtualxid'`)
    // Writers go on meanwhile.
    await held.owner.query(statement('insert into thing values (2)'))
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where query like '%concurrently%' and pid <> pg_backend_pid() and datname = current_database()`
    await held.owner.query(statement(end))
    await interrupted
    const together = Promise.all([run(), run()])
    await waiting(`locktype = 'virtualxid'`)
    await program.query('commit')
    expect((await together).map(({ applied }) => applied).toSorted((one, other) => one - other)).toEqual([
      0, 1,
    ])
  } finally {
    await program.end()
  }
  const made = `select indisvalid as valid, (select count(*) from pg_attribute where attrelid = 'thing'::regclass and attnum > 0) as columns
    from pg_index where indexrelid = 'thing_n'::regclass`
  expect(await rows(made)).toEqual([{ valid: true, columns: 2n }])
})

test('a migration’s steps have the role and the schema put in, also beside divided tables, where none makes an index concurrently', async () => {
  await write(
    '001_thing.sql',
    'create table thing (n int); create table divided (n int) partition by range (n)',
  )
  await run()
  await mkdir(join(folder, 'online'))
  await write('002_grant.sql', 'select 1/0')
  await write('online/002_grant.sql', 'grant select on ${schema}.thing to ${app_role};\n')
  expect(await run()).toMatchObject({ applied: 1 })
  expect(await rows('select n from thing')).toEqual([])
  await write('003_index.sql', 'create index thing_n on thing (n)')
  await write('online/003_index.sql', 'create index concurrently thing_other on thing (n);\n')
  await run()
  expect(
    await rows(`select to_regclass('thing_n') is null as n, to_regclass('thing_other') as other`),
  ).toEqual([{ n: false, other: null }])
})

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: held.ownerUrl })
  await client.connect()
  return client
}

/** Waits until a transaction waits for such a lock. */
async function waiting(lock: string): Promise<void> {
  const text = `select from pg_locks where not granted and ${lock}
    and pid in (select pid from pg_stat_activity where datname = current_database())`
  await expect
    .poll(async () => (await held.owner.query(statement(text))).length, { timeout: 60_000 })
    .toBeGreaterThan(0)
}

test('the migrations of two packages are kept apart, although their files have the same names', async () => {
  const other = join(folder, 'other')
  await mkdir(other)
  await writeFile(join(other, '001_thing.sql'), 'create table other (n int)')
  await write('001_thing.sql', 'create table thing (n int)')
  await migrate({ ...SET, url: held.ownerUrl, directories: [folder, other] })
  expect(await rows(`select to_regclass('thing')::text as a, to_regclass('other')::text as b`)).toEqual([
    { a: 'thing', b: 'other' },
  ])
})

test('the program’s role may not migrate, nor read what no file granted', async () => {
  await write('001_thing.sql', 'create table thing (n int)')
  await run()
  await expect(rows('select n from thing')).rejects.toMatchObject({ code: '42501' })
  await expect(rows('create table mine (n int)')).rejects.toMatchObject({ code: '42501' })
  await expect(rows('delete from migration')).rejects.toMatchObject({ code: '42501' })
})

test('a database that cannot be reached or refuses us is reported by its variable, without the password', async () => {
  const wrong = new URL(held.ownerUrl)
  wrong.password = 'hunter2'
  const refused = migrate({ ...SET, url: wrong.href, directories: [], variable: 'CARDS_DATABASE_URL' })
  await expect(refused).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/CARDS_DATABASE_URL \(28P01: the password is wrong\)/),
  })
  await expect(refused).rejects.toMatchObject({ message: expect.not.stringContaining('hunter2') })
  wrong.searchParams.delete('host')
  wrong.port = '1'
  await expect(migrate({ ...SET, url: wrong.href, directories: [] })).rejects.toThrow(
    'DATABASE_URL (ECONNREFUSED: nobody listens there)',
  )
})

/** The address of a login that is in the program's role, and owns nothing. */
async function appUrl(): Promise<string> {
  const name = `shop_login_${process.pid}`
  await held.owner.query(statement(`drop role if exists ${name}`))
  await held.owner.query(statement(`create role ${name} login password 'x' in role ${SET.appRole}`))
  const url = new URL(held.ownerUrl)
  url.username = name
  url.password = 'x'
  return url.href
}

test('the program’s own role starts where nothing is left to migrate, and otherwise names who may', async () => {
  await write('001_thing.sql', 'create table thing (n int); grant select, update on thing to ${app_role}')
  expect(await run()).toEqual({ mayMigrate: true, isNew: true, applied: 1 })
  const url = await appUrl()
  const start = () => migrate({ ...SET, url, directories: [folder], variable: 'SHOP_URL' })
  expect(await start()).toEqual({ mayMigrate: false, isNew: false, applied: 0 })
  await write('002_more.sql', 'create table more (n int)')
  await expect(start()).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/the user of SHOP_URL may not change it: run the command "migrate"/),
  })
  await run()
  expect(await start()).toEqual({ mayMigrate: false, isNew: false, applied: 0 })
  await write('001_thing.sql', 'create table thing (n bigint)')
  await expect(start()).rejects.toThrow(/its file has changed since/)
})

test('columns that a folder names as fixed cannot be changed by the program, and later ones can', async () => {
  await write(
    '001_thing.sql',
    'create table thing (id int, n int); grant select, update on thing to ${app_role}',
  )
  await run()
  await rows('update thing set id = id, n = n')
  await write('fixed.json', '{"thing": ["id"]}')
  await write('002_more.sql', 'alter table thing add column m int')
  await run()
  await rows('update thing set n = n, m = m')
  await expect(rows('update thing set id = 1')).rejects.toMatchObject({ code: '42501' })
  await write('fixed.json', '{"thing": ["gone"]}')
  await expect(run()).rejects.toThrow('has no column gone')
})
