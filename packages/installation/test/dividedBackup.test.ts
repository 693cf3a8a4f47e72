import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examinePartitions } from '@cambio/bff/cli/doctor/examinePartitions.ts'
import { partitionCommands } from '@cambio/bff/cli/partitions/partitionCommands.ts'
import { verifyLedger } from '@cambio/bff/store/ledger/verifyLedger.ts'
import { plan as exchangePlan } from '@cambio/bff/store/openStore.ts'
import { plan as cardsPlan } from '@cambio/cards/program/openStore.ts'
import { readManifest, type BackedUpDatabase } from '@cambio/server/backup/Manifest.ts'
import { openOwner } from '@cambio/server/backup/snapshot.ts'
import { digestOf } from '@cambio/server/backup/storedFile.ts'
import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { postJournals, type Layer } from '@cambio/server/postgres/Ledger.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { statement, testDatabase, type TestDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { installationCommands } from '../src/installationCommands.ts'

/* Books that are divided by month are backed up and restored before, while and after a month of them is archived. */

let exchange: TestDatabase
let cards: TestDatabase
let folder: string
let now: Date
beforeEach(async () => {
  now = new Date('2026-03-01T09:30:00Z')
  exchange = await testDatabase({ ...exchangePlan, directories: exchangePlan.migrations })
  cards = await testDatabase({ ...cardsPlan, directories: cardsPlan.migrations })
  folder = await mkdtemp(join(tmpdir(), 'cambio-divided-'))
})
afterEach(async () => {
  await exchange.close()
  await cards.close()
  await rm(folder, { recursive: true })
})

const clock = { now: () => now }
const line = { program: 'pnpm cambio', about: '' }

/** Calls a command on the partitions of a database. */
const divide = (words: readonly string[], on = exchange.ownerUrl, waits = () => {}) =>
  answerCall({ ...line, commands: partitionCommands }, words, (work) =>
    work({
      url: on,
      schema: exchangePlan.schema,
      clock,
      random: systemRandom,
      operator: 'ada',
      progress: waits,
    }),
  )

/** Calls a command on the installation. */
const call = (...words: readonly string[]) => callWith({}, ...words)
const callWith = (more: Readonly<Record<string, string>>, ...words: readonly string[]) =>
  answerCall({ ...line, commands: installationCommands }, words, (work) =>
    work({
      variables: { DATABASE_URL: exchange.ownerUrl, CARDS_DATABASE_URL: cards.ownerUrl, ...more },
      clock,
      random: systemRandom,
      version: '0',
      nodeVersion: process.version,
      openTerminal() {
        throw new Error('Nobody is at a terminal.')
      },
      operator: 'ada',
      progress: () => {},
    }),
  )

const owned = <Row extends object>(text: string) => exchange.owner.query<Row>(statement(text))

/** Passes months in steps: the partitions that a step makes are made by one statement. */
async function passMonths(months: number): Promise<void> {
  for (let left = months; left > 0; left -= 5) {
    now = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + Math.min(left, 5)))
    await divide(['partitions', 'ahead'])
  }
}

const journal = (id: string, amounts: Readonly<Record<string, bigint>>, layer: Layer = 'posted') => ({
  id,
  kind: 'test',
  reference: id,
  postings: Object.entries(amounts).map(([account, units]) => ({ account, asset: 'EUR', layer, units })),
})

/** Books of March 2026, divided, in the middle of 2028: a payment that has ended and a hold that has not. */
async function openOldBooks(): Promise<void> {
  const journals = [
    journal('paid', { bank: 100n, 'owed:1': -100n }),
    journal('sold', { 'owed:1': 100n, liquidity: -100n }),
    journal('held', { bank: 5n, 'owed:2': -5n }, 'pending'),
  ]
  await postJournals(exchange.database.query, journals, now)
  expect((await divide(['partitions', 'convert'])).output).toContain('posting is divided by month')
  await passMonths(27)
}

const archiveWords = (before: string) => {
  const file = join(folder, `before-${before}.copy.gz`)
  return ['partitions', 'archive', 'posting', '--before', before, '--to', file]
}

async function backUp(...more: readonly string[]): Promise<string> {
  now = new Date(now.getTime() + 1_000) // A back-up has its time as its name.
  const { output } = await call('backup', '--to', folder, '--json', ...more)
  return z.object({ folder: z.string() }).parse(JSON.parse(output)).folder
}

const Verified = z.object({
  verified: z.boolean(),
  proofs: z.array(z.object({ proof: z.string(), holds: z.nullable(z.boolean()), finding: z.string() })),
})

/** What the trial of a back-up found of the sealed chain; the rest of it has to hold. */
async function chainIn(from: string, ...more: readonly string[]): Promise<string | undefined> {
  const words = ['verify-backup', '--from', from, '--scratch', inject('postgresUrl'), '--json', ...more]
  const { verified, proofs } = Verified.parse(JSON.parse((await call(...words)).output))
  expect([verified, proofs.filter(({ holds }) => holds === false)]).toEqual([true, []])
  return proofs.find(({ proof }) => proof === 'sealed chain')?.finding
}

test('a back-up that is taken while a month is archived has all of its lines', async () => {
  await openOldBooks()
  const go = join(folder, 'go')
  const waitsForGo = `while [ ! -e ${go} ]; do sleep 0.1; done; cat`
  const backingUp = backUp('--through', waitsForGo)
  await expect.poll(() => readdir(folder)).toContainEqual(expect.stringContaining('.unfinished'))
  await expect
    .poll(async () => (await owned("select from pg_stat_activity where query like 'copy %'")).length)
    .toBe(1)
  let reached = () => {}
  const waits = new Promise<void>((resolve) => (reached = resolve))
  const archiving = divide(archiveWords('2026-05-01'), exchange.ownerUrl, () => reached())
  await Promise.race([waits, archiving])
  await writeFile(go, '')
  const from = await backingUp
  expect((await archiving).output).toContain('4 rows of posting moved to')
  expect(await chainIn(from, '--through', 'cat')).toContain('6 postings are as written;')
})

test('restored books have their archived months closed, and are divided again', async () => {
  await openOldBooks()
  expect((await divide(archiveWords('2026-05-01'))).output).toContain('4 rows of posting moved to')
  const from = await backUp()
  const empty = await emptyDatabases()
  const older = await emptyDatabases('older')
  try {
    const restored = await callWith(empty.variables, 'restore', '--from', from)
    expect(restored.output).toContain(
      'These were divided by month, and are plain tables now: callback, ledger_seal, order_event, partner_request, posting.',
    )
    expect(restored.output).toContain(
      'The books of before 2026-05-01 are archived, and closed: keep the files.',
    )
    const { owner } = empty
    const late = () =>
      postJournals(owner.query, [journal('late', { bank: 1n, capital: -1n })], new Date('2026-04-15'))
    await expect(late()).rejects.toThrow('posting_is_closed')
    expect(await examinePartitions({ query: owner.query, now })).toEqual([
      expect.objectContaining({
        state: 'warning',
        finding: 'Months of posting are archived, and it is not divided: it was restored from a back-up.',
      }),
    ])
    expect((await divide(['partitions', 'convert'], empty.variables.DATABASE_URL)).output).toContain(
      'posting is divided by month',
    )
    await expect(late()).rejects.toThrow('posting_is_closed')
    await postJournals(owner.query, [journal('new', { bank: 1n, capital: -1n })], now)
    const file = archiveWords('2026-05-01').at(-1) ?? ''
    const files = new Map([[await digestOf(file), file]])
    expect(await verifyLedger({ query: owner.query, now: clock.now }, files)).toMatchObject({
      firstAltered: null,
      postings: 10n,
      unprovedPostings: 0n,
    })

    await rewrite(from, (backup) => ({ ...backup, divided: undefined }))
    const said = (await callWith(older.variables, 'restore', '--from', from)).output
    expect(said).toContain('These were divided by month, and are plain tables now: posting.')
    expect(said).toContain(
      'The back-up is of a version that does not say which tables were divided by month: all are plain now.',
    )
  } finally {
    await empty.drop()
    await older.drop()
  }
})

/** Has a back-up the exchange's database alone, with another entry for it in the manifest. */
async function rewrite(from: string, change: (backup: BackedUpDatabase) => object): Promise<void> {
  const manifest = await readManifest(from)
  const databases = manifest.databases.filter(({ program }) => program === 'exchange').map(change)
  await writeFile(join(from, 'manifest.json'), JSON.stringify({ ...manifest, databases }))
}

/** Databases to restore into. */
async function emptyDatabases(of = 'divided') {
  const admin = await openOwner(inject('postgresUrl'))
  const names = ['exchange', 'cards'].map((name) => `${of}_${name}_${process.pid}`)
  for (const name of names) await admin.query(`create database ${name}`)
  const [one = '', other = ''] = names.map((name) => {
    const url = new URL(inject('postgresUrl'))
    url.pathname = `/${name}`
    return url.href
  })
  const owner = openDatabase({ url: one, schema: exchangePlan.schema, max: 1 })
  return {
    variables: { DATABASE_URL: one, CARDS_DATABASE_URL: other },
    owner,
    async drop() {
      await owner.close()
      for (const name of names) await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
