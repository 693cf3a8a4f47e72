import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openOwner } from '@cambio/server/backup/snapshot.ts'
import { digestOf } from '@cambio/server/backup/storedFile.ts'
import { postJournals, trialBalance } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sealJournals } from '../../src/store/ledger/sealJournals.ts'
import { schema } from '../../src/store/openStore.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { hold, intact, journal, openBookRig, type BookRig } from './bookRig.ts'

/* The lines of the books are divided by month, and those of old months move to files. The clock begins in March 2026. */

let books: BookRig
let rig: BookRig['rig']
let call: BookRig['call']
let folder: string
let own: BookRig['own']
let post: BookRig['post']
let passUntil: BookRig['passUntil']
let archive: BookRig['archive']
let verify: BookRig['verify']
let bend: BookRig['bend']
let linesOf: BookRig['linesOf']
beforeEach(async () => {
  books = await openBookRig()
  ;({ rig, call, folder, own, post, passUntil, archive, verify, bend, linesOf } = books)
})
afterEach(() => books.close())

const divide = () => books.divide('posting')

test('lines of old months move to a file that proves them, and every balance stays', async () => {
  const [shop] = await own<{ id: string }>("select id from partner where name = 'SHOP'")
  await post([
    journal('o1:paid', { bank: 100n, 'order:o1': -100n }),
    journal('o1:sold', { 'order:o1': 100n, 'fee:service': -10n, liquidity: -90n }),
    hold('o2:hold', 'order:o2'),
    { ...journal('o2:taken', { bank: 5n, 'order:o2': -5n }), resolves: 'o2:hold' },
    journal('o2:sold', { 'order:o2': 5n, liquidity: -5n }),
    hold('o3:hold', 'order:o3'),
    hold('o4:hold', 'order:o4'),
    journal('o5:paid', { bank: 7n, 'order:o5': -7n }),
    journal('line:owed', { bank: 3n, 'owed:bank:1': -3n }),
    journal('own', { [`balance:partner:${shop?.id}`]: -40n, bank: 40n }),
  ])
  // As an earlier version wrote them.
  await bend(
    "update posting set posted_on = '-infinity' where journal_id like 'o1%' or journal_id like 'o2%'",
  )
  await sealJournals({ query: rig.query, now: () => rig.exchange.clock.now() })
  expect(await divide()).toContain('posting is divided by month')
  await passUntil('2026-05-02T10:00:00Z')
  await post([
    { ...journal('o3:taken', { bank: 5n, 'order:o3': -5n }), resolves: 'o3:hold' },
    journal('o3:sold', { 'order:o3': 5n, liquidity: -5n }),
    journal('o5:sold', { 'order:o5': 7n, liquidity: -7n }),
  ])
  const used = await own<{ name: string }>('select distinct tableoid::regclass::text as name from posting')
  expect(used.map(({ name }) => name).toSorted()).toEqual(['posting_2026_05', 'posting_before_2026_05'])
  expect(await verify()).toMatchObject(intact(31, 0))
  for (const refused of ['update posting set units = 9', 'delete from posting_before_2026_05'])
    await expect(rig.query(statement(refused))).rejects.toThrow(/permission denied|only added to/)
  expect((await archive('2026-05-01', 'refused')).output).toContain('posting keeps 24 months')

  await passUntil('2028-06-01T00:00:00Z')
  const before = await trialBalance(rig.query)
  await bend("update posting set units = units * 2 where journal_id = 'o1:paid'")
  expect((await archive('2026-05-01', 'refused')).output).toContain('The books were altered')
  await bend("update posting set units = units / 2 where journal_id = 'o1:paid'")
  const first = await archive('2026-05-01')
  // What goes: the ended orders o1 and o2, and the partner's balance.
  expect(first.output).toContain('15 rows of posting moved to')
  expect(await trialBalance(rig.query)).toEqual(before)
  for (const gone of ['o1:paid', 'o1:sold', 'o2:hold', 'o2:taken', 'own']) expect(await linesOf(gone)).toBe(0)
  for (const [stays, count] of [
    ['o3:hold', 2],
    ['o4:hold', 2],
    ['o5:paid', 2],
    ['line:owed', 2],
  ] as const)
    expect(await linesOf(stays)).toBe(count)
  expect(await verify()).toMatchObject(intact(20, 15))
  expect(await verify(first.file)).toMatchObject(intact(35, 0))
  expect((await call(['partitions', 'verify', first.file])).output).toContain('15 rows of posting')

  const told = async (query: string) => {
    const { text } = await rig.partner('GET', `/api/v2/partner/report/statement?format=jsonl${query}`)
    const rows = text.split('\n').filter((row) => row !== '')
    return rows.map((row) =>
      z.object({ at: z.string(), kind: z.string(), balance: z.string() }).parse(JSON.parse(row)),
    )
  }
  const sum = { at: '2026-05-01 00:00:00.000000', kind: 'carried_forward', balance: '0.40' }
  expect(await told('')).toEqual([sum])
  expect(await told(`&from=${Date.parse('2026-04-01') / 1_000}&currency=EUR`)).toEqual([sum])
  expect(await told(`&from=${Date.parse('2026-06-01') / 1_000}`)).toEqual([])

  // The month is closed; a hold of it can still be resolved, and what is there already is not posted again.
  await expect(post([journal('late', { bank: 1n, capital: -1n })], new Date('2026-04-15'))).rejects.toThrow(
    'posting_is_closed',
  )
  await post([
    { ...journal('o4:taken', { bank: 5n, 'order:o4': -5n }), resolves: 'o4:hold' },
    journal('o4:sold', { 'order:o4': 5n, liquidity: -5n }),
    journal('o1:paid', { bank: 100n, 'order:o1': -100n }),
  ])
  expect(await linesOf('o1:paid')).toBe(0)
  const balances = await trialBalance(rig.query)
  await passUntil('2028-09-01T00:00:00Z')
  const second = await archive('2026-07-01')
  expect(second.output).toContain('rows of posting moved to')
  expect(await trialBalance(rig.query)).toEqual(balances)
  expect(await linesOf('o3:hold')).toBe(0)
  expect(await linesOf('o4:hold')).toBe(2)
  expect(await verify(second.file)).toMatchObject({ intact: true, unproved_postings: 15 })
  expect(await verify(first.file, second.file)).toMatchObject({ intact: true, unproved_postings: 0 })
  expect((await rig.runCommand('ledger', 'verify')).output).toContain('older postings are archived')
})

/** Posts a journal of April, and gives up soon where it has to wait. */
const postLate = () =>
  rig.owner.transaction(async (query) => {
    await query(statement("set local statement_timeout = '1s'"))
    await postJournals(query, [journal('late', { bank: 1n, capital: -1n })], new Date('2026-04-15'))
  })

test('what has not ended stays whole, and a line that comes while a month is archived is refused', async () => {
  await rig.partner('POST', createPath, createBody('open'))
  await post([
    hold('o7:hold', 'order:o7'),
    hold('c1:hold', 'balance:client:1'),
    journal('o8:paid', { bank: 2n, 'order:o8': -2n }),
    journal('o7:paid', { bank: 9n, 'order:o7': -9n }),
    journal('o7:sold', { 'order:o7': 9n, liquidity: -9n }),
    { ...journal('moved', { bank: 40n, 'transit:a:x': -40n }), kind: 'moved_away' },
    journal('ended', { bank: 1n, capital: -1n }),
  ])
  await post([journal('o8:sold', { 'order:o8': 2n, liquidity: -2n })], new Date('2026-06-15'))
  // By a clock that ran ahead, as an earlier version wrote it.
  await bend("update posting set posted_on = '-infinity' where journal_id = 'o8:sold'")
  expect(await divide()).toContain('posting is divided by month')
  await passUntil('2028-06-01T00:00:00Z')
  expect((await archive('2026-05-01', 'refused')).output).toContain(
    'was placed before that and is still open',
  )
  await own("update orders set status = 'finished', due_at = null")
  expect((await archive('2026-05-02', 'refused')).output).toContain(
    'No partition of posting ends on 2026-05-02',
  )

  const balances = await trialBalance(rig.query)
  const report = await openOwner(books.ownerUrl)
  await report.query(`begin; select from ${schema}.posting limit 1`)
  let reached = () => {}
  const waits = new Promise<void>((resolve) => (reached = resolve))
  const archiving = archive('2026-05-01', 'moved', { waits: () => reached() })
  await waits
  await expect(postLate()).rejects.toThrow(/57014|deadlock/)
  await report.end()
  const { file, output } = await archiving
  expect(output).toContain('2 rows of posting moved to')
  await expect(postLate()).rejects.toThrow('posting_is_closed')
  expect(await linesOf('ended')).toBe(0)
  for (const stays of ['o7:hold', 'c1:hold', 'o7:paid', 'o7:sold', 'o8:paid', 'o8:sold', 'moved'])
    expect(await linesOf(stays)).toBe(2)
  expect(await trialBalance(rig.query)).toEqual(balances)
  expect(await verify(file)).toMatchObject({ intact: true, unproved_postings: 0 })
  await post(['o7', 'c1'].map((id) => ({ ...journal(`${id}:void`, {}), resolves: `${id}:hold` })))
})

test('lines that are lost, added again or not as archived are found, and a bent file is refused', async () => {
  await post([
    journal('o1:paid', { bank: 100n, 'order:o1': -100n }),
    journal('o1:sold', { 'order:o1': 100n, liquidity: -100n }),
    hold('o6:hold', 'order:o6'),
  ])
  await divide()
  await passUntil('2028-06-01T00:00:00Z')
  const { file } = await archive('2026-05-01')
  const carried = 'carried:2026-05-01:2:4'
  expect(await verify(file)).toMatchObject(intact(8, 0))
  const altered = async (...files: readonly string[]) =>
    ((await verify(...files)) as { first_altered: string }).first_altered

  await bend(
    "create table kept as select * from posting where journal_id = 'o6:hold'",
    "delete from posting where journal_id = 'o6:hold'",
  )
  expect(await altered()).toBe('among the journals of before 2026-05-01, of which 1 have lost their 2 lines')
  await bend('insert into posting select * from kept')
  await bend("insert into posting select 'o1:paid', 1, account_id, layer, units, posted_on from kept limit 1")
  expect(await altered()).toBe('o1:paid line 1')
  await bend("delete from posting where journal_id = 'o1:paid'")
  await bend(`update posting set units = units + sign(units) where journal_id = '${carried}'`)
  expect(await altered()).toBe(`${carried} line 1`)
  await bend(`update posting set units = units - sign(units) where journal_id = '${carried}'`)
  await bend("update posting set posted_on = '2028-05-01' where journal_id = 'o6:hold'")
  expect(await altered()).toMatch(/o6:hold/)
  await bend("update posting set posted_on = '-infinity' where journal_id = 'o6:hold'")
  await bend("update journal set reference = 'other' where id = 'o1:paid'")
  expect(await altered()).toBe('o1:paid')
  await bend("update journal set reference = 'o1' where id = 'o1:paid'")
  const archiveAct = "from operator_act where detail ? 'books'"
  await bend(
    `create table kept_act as select * ${archiveAct}`,
    `insert into operator_act (id, act, actor, at, detail) select gen_random_uuid(), act, actor, at,
      jsonb_set(detail, '{before}', '"2026-06-01T00:00:00.000Z"') ${archiveAct}`,
  )
  expect(await altered()).toBe(carried)
  await bend(`delete ${archiveAct}`)
  expect(await altered()).toBe('o1:paid line 1')
  await bend('insert into operator_act select * from kept_act')
  expect(await verify(file)).toMatchObject(intact(8, 0))

  const bent = join(folder, 'bent.copy.gz')
  const rows = gunzipSync(await readFile(file)).toString()
  await writeFile(bent, gzipSync(rows.replace('\t100\t', '\t101\t')))
  expect((await rig.runCommand('ledger', 'verify', '--archive', bent)).output).toContain('it was altered')
  // Whoever has the database and gives the bent file out as the archive is found by the journal that carries it forward.
  const claim = (from: string, to: string) =>
    bend(
      `update operator_act set detail = jsonb_set(detail, '{sha256}', '"${to}"') where detail->>'sha256' = '${from}'`,
    )
  await claim(await digestOf(file), await digestOf(bent))
  expect(await altered(bent)).toBe(carried)
  await bend(`update journal set reference = '${await digestOf(bent)}' where id = '${carried}'`)
  expect(await altered(bent)).toBe(carried)
  await claim(await digestOf(bent), await digestOf(file))
  await bend(`update journal set reference = '${await digestOf(file)}' where id = '${carried}'`)
  // Who also seals that journal anew, at the end of the chain, is found by the digests and the sums of what the file has.
  const resealed = (sha256: string) => [
    `update journal j set reference = '${sha256}', digest = sha256(convert_to(jsonb_build_object('id', j.id, 'kind', j.kind,
      'reference', '${sha256}', 'postings', (select jsonb_agg(jsonb_build_object('account', a.name, 'asset', a.asset,
        'layer', p.layer, 'units', p.units::text) order by p.line) from posting p join account a on a.id = p.account_id
        where p.journal_id = j.id))::text, 'UTF8')) where id = '${carried}'`,
    'delete from ledger_seal where number = (select max(number) from ledger_seal)',
    `insert into journal_unsealed (journal_id) values ('${carried}')`,
  ]
  const evened = rows.replace(/^(o1:paid\t.*\t-100\t)/m, (line) => line.replace('-100', '-101'))
  await writeFile(
    bent,
    gzipSync(evened.replace(/^(o1:sold\t.*\t100\t)/m, (line) => line.replace('100', '101'))),
  )
  await claim(await digestOf(file), await digestOf(bent))
  await bend(...resealed(await digestOf(bent)))
  expect(await altered(bent)).toBe('o1:paid')
  await claim(await digestOf(bent), await digestOf(file))
  const moved = `update posting set units = units + sign(units) where journal_id = '${carried}'`
  await bend(moved, ...resealed(await digestOf(file)))
  expect(await altered(file)).toBe(carried)
  await bend(moved.replace('+', '-'), ...resealed(await digestOf(file)))
  expect(await verify(file)).toMatchObject(intact(8, 0))
  await post([{ ...journal('o6:void', {}), resolves: 'o6:hold' }])
})

/** What may happen, by a number that says to which account and how many units. */
const Step = fc.record({
  is: fc.constantFrom('pays', 'holds', 'resolves', 'spends', 'months'),
  of: fc.integer({ min: 0, max: 7 }),
  units: fc.bigInt({ min: 1n, max: 1_000n }),
})

test('whatever was posted, held and archived, each account has its balance', async () => {
  await divide()
  const files: string[] = []
  const held: string[] = []
  const paid: { account: string; units: bigint }[] = []
  let posted = 0
  const step = async ({ is, of, units }: typeof Step extends fc.Arbitrary<infer T> ? T : never) => {
    posted += 1
    const account = [`owed:${of}`, `leaving:${of}`, `balance:client:${of}`, `transit:a:${of}`][of % 4] ?? ''
    const place = (known: readonly unknown[]) => of % Math.max(known.length, 1)
    if (is === 'pays') {
      paid.push({ account, units })
      return post([journal(`j${posted}`, { bank: units, [account]: -units })])
    }
    if (is === 'spends') {
      const [spent] = paid.splice(place(paid), 1)
      return spent && post([journal(`j${posted}`, { [spent.account]: spent.units, liquidity: -spent.units })])
    }
    if (is === 'holds') {
      held.push(`j${posted}`)
      return post([hold(`j${posted}`, account, units)])
    }
    if (is === 'resolves') {
      const [resolves] = held.splice(place(held), 1)
      return resolves && post([{ ...journal(`j${posted}`, { bank: units, [account]: -units }), resolves }])
    }
    const now = rig.exchange.clock.now()
    return passUntil(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2)).toISOString())
  }
  const life = async (steps: readonly Parameters<typeof step>[0][]) => {
    for (const each of steps) await step(each)
    const now = rig.exchange.clock.now()
    const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2))
    await passUntil(new Date(Date.UTC(before.getUTCFullYear() + 2, before.getUTCMonth())).toISOString())
    const balances = await trialBalance(rig.query)
    const { file, output } = await archive(before.toISOString().slice(0, 10))
    if (output.includes('moved to')) files.push(file)
    else expect(output).toContain('no balance to carry forward')
    expect(await trialBalance(rig.query)).toEqual(balances)
    expect(await verify(...files)).toMatchObject({ intact: true, unproved_postings: 0 })
  }
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 5, maxLength: 15 }), async (steps) => {
      await life(steps)
    }),
    { numRuns: 3, endOnFailure: true },
  )
  expect(files.length).toBeGreaterThan(0)
})
