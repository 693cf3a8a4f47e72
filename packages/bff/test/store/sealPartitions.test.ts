import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sealJournals } from '../../src/store/ledger/sealJournals.ts'
import { partitionWork } from '../../src/work/partitionWork.ts'
import { openPartitionRig, type PartitionRig } from './partitionRig.ts'

/* The chain of seals is divided into months while journals are sealed, and its old months are proved from files. */

let opened: PartitionRig
let rig: PartitionRig['rig']
let call: PartitionRig['call']
let folder: string
beforeEach(async () => {
  opened = await openPartitionRig()
  ;({ rig, call } = opened)
  folder = await mkdtemp(join(tmpdir(), 'cambio-seals-'))
})
afterEach(async () => {
  await rig.close()
  await rm(folder, { recursive: true })
})

const DAY_MS = 24 * 60 * 60 * 1_000

const own = <Row extends object>(text: string, ...values: unknown[]) =>
  rig.owner.query<Row>(statement(text, ...values))

/** Writes two journals, of which one has an odd name, and seals each by itself, on these days. */
async function sealed(
  name: string,
  days: readonly (string | undefined)[] = [undefined, undefined],
): Promise<void> {
  for (const [place, day] of days.entries()) {
    const id = place === 0 ? `${name}:plain` : `${name}:"o'dd\\{}\t,\n\u2028`
    const line = (account: string, units: bigint) => ({
      account,
      asset: 'EUR',
      layer: 'posted' as const,
      units,
    })
    const postings = [line('a', 1n), line('b', -1n)]
    const now = day === undefined ? rig.exchange.clock.now() : new Date(day)
    await postJournals(rig.query, [{ id, kind: 'test', reference: name, postings }], now)
    await sealJournals({ query: rig.query, now: () => now })
  }
}

/** Passes the time in steps: the partitions that a step makes are made by one statement. */
async function passMonths(months: number): Promise<void> {
  for (let left = months; left > 0; left -= 5) {
    rig.pass(31 * Math.min(left, 5) * DAY_MS)
    await partitionWork(rig.exchange).work()
  }
}

async function archive(before: string): Promise<string> {
  const file = join(folder, `seals-before-${before}.copy.gz`)
  expect(await archiveTo(file, before)).toContain('ledger_seal moved to')
  return file
}

async function archiveTo(file: string, before: string): Promise<string> {
  return (await call(['partitions', 'archive', 'ledger_seal', '--before', before, '--to', file])).output
}

async function verify(...files: readonly string[]) {
  const named = files.flatMap((file) => ['--archive', file])
  const { output } = await rig.runCommand('ledger', 'verify', ...named, '--json')
  return JSON.parse(output) as unknown
}

const intact = (postings: number, unproved: number) => ({
  intact: true,
  postings,
  unproved_journals: unproved,
})

/** Runs statements as the database's owner, past the triggers, which the program cannot. */
async function bend(...texts: readonly string[]): Promise<void> {
  await rig.owner.transaction(async (query) => {
    await query(statement("set local session_replication_role = 'replica'"))
    for (const text of texts) await query(statement(text))
  })
}

test('the chain of seals is divided and archived twice, and its journals are proved from the files', async () => {
  await sealed('march')
  await call(['partitions', 'convert'])
  await sealed('divided')
  // The second one by a clock that runs behind: it follows a seal that stays, and stays, too.
  await sealed('turn', ['2026-05-01T00:00:01Z', '2026-04-30T23:59:59Z'])
  await passMonths(3)
  await sealed('later')
  const used = await own('select distinct tableoid from ledger_seal')
  expect(used).toHaveLength(3)
  expect(await verify()).toMatchObject(intact(16, 0))
  for (const refused of ['update ledger_seal set journals = 9', 'delete from ledger_seal_2026_06'])
    await expect(rig.query(statement(refused))).rejects.toThrow(/permission denied|only added to/)
  await expect(own('delete from ledger_seal')).rejects.toThrow('only added to')
  expect(await archiveTo(join(folder, 'refused'), '2026-05-01')).toContain('ledger_seal keeps 24 months')

  await passMonths(25)
  const first = await archive('2026-05-01')
  expect(await own('select min(number) as first from ledger_seal')).toEqual([{ first: 5n }])
  expect(await verify()).toMatchObject(intact(8, 4))
  expect(await verify(first)).toMatchObject(intact(16, 0))
  await passMonths(4)
  // Nothing was sealed since: the end of the chain stays, for the next seal to follow.
  const second = await archive('2026-08-01')
  expect(await own('select number from ledger_seal')).toEqual([{ number: 8n }])
  await sealed('last')
  expect(await verify()).toMatchObject(intact(6, 7))
  expect(await verify(second)).toMatchObject(intact(12, 4))
  expect(await verify(first, second)).toMatchObject(intact(20, 0))
  expect((await rig.runCommand('ledger', 'verify')).output).toContain(
    '7 older journals were counted and not proved',
  )
})

test('a row that was altered after its seal was archived is found by the file, and a bent file is refused', async () => {
  const move = (by: string) => `update posting set units = units * ${by} where journal_id = 'march:plain'`
  await sealed('march')
  await call(['partitions', 'convert'])
  await passMonths(27)
  await sealed('new')
  await bend(move('2'))
  expect(await archiveTo(join(folder, 'refused'), '2026-05-01')).toContain('The books were altered')
  await bend(move('0.5'))
  expect(await own('select min(number) as first from ledger_seal')).toEqual([{ first: 1n }])
  const file = await archive('2026-05-01')

  await bend(move('2'))
  expect(await verify()).toMatchObject(intact(4, 2))
  expect(await verify(file)).toMatchObject({ intact: false, first_altered: 'march:plain line 1' })
  await bend(move('0.5'))

  const bent = join(folder, 'bent.copy.gz')
  const rows = gunzipSync(await readFile(file)).toString()
  await writeFile(bent, gzipSync(rows.replace('march', 'marsh')))
  expect((await rig.runCommand('ledger', 'verify', '--archive', bent)).output).toContain('it was altered')
  expect((await rig.runCommand('ledger', 'verify', '--archive', 'none')).output).toContain('cannot be read')

  // Whoever has the database and gives the bent file's digest out as the archive's is found by the chain.
  const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  const [right, wrong] = [digest(await readFile(file)), digest(await readFile(bent))]
  const claim = (from: string, to: string) =>
    `update operator_act set detail = jsonb_set(detail, '{sha256}', '"${to}"') where detail->>'sha256' = '${from}'`
  await bend(claim(right, wrong))
  expect(await verify(bent)).toMatchObject({ intact: false, first_altered: 'marsh:plain' })
  await writeFile(bent, gzipSync(rows.split('\n').slice(1).join('\n')))
  await bend(claim(wrong, digest(await readFile(bent))))
  expect(await verify(bent)).toMatchObject({ intact: false, first_altered: 'seal 2' })
  await bend(claim(digest(await readFile(bent)), right))

  await bend(
    "insert into journal select 'forged', kind, reference, null, lines, digest, posted_at from journal where id = 'march:plain'",
  )
  expect(await verify()).toMatchObject({
    intact: false,
    first_altered: 'among the journals of before 2026-05-01, of which 1 were never sealed',
  })
  await bend("delete from journal where id = 'forged'")
  await bend(
    "create table kept as select * from journal where id = 'march:plain'",
    "delete from journal where id = 'march:plain'",
  )
  expect(await verify(file)).toMatchObject({ intact: false, first_altered: 'march:plain' })
  await bend('insert into journal select * from kept')
  await bend(
    'create table kept_seal as select * from ledger_seal where number = 3',
    'delete from ledger_seal where number = 3',
  )
  expect(await verify()).toMatchObject({ intact: false })
  await bend('insert into ledger_seal select * from kept_seal')
  expect(await verify(file)).toMatchObject(intact(8, 0))
})
