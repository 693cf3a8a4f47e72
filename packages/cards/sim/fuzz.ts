import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { silentLog } from '@cambio/server/log.ts'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { startEmbedded } from '@cambio/server/postgres/embedded.ts'
import { migrate } from '@cambio/server/postgres/migrate.ts'
import { migrations, schema } from '../src/program/migrations.ts'
import { fuzzCards, type FuzzReport } from './fuzz/fuzzCards.ts'

/*
 * node packages/cards/sim/fuzz.ts [--runs 20000] [--seed 7]: bent requests against the card platform, on a database that
 * is made for it and removed. The same seed sends the same requests.
 */

const MEGABYTE = 1024 * 1024
const MOST_GROWTH = 8 * MEGABYTE

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } })
const runs = wholeNumber(values.runs ?? '20000')
const seed = wholeNumber(values.seed ?? String(Date.now() % 1_000_000))

process.stdout.write(`${runs} requests, seed ${seed}\n`)
const started = performance.now()
const report = await onFreshDatabase(({ database, owner }) =>
  fuzzCards(
    { database, owner: owner.query },
    { runs, seed, progress: (done) => process.stdout.write(`  ${done} …\n`) },
  ),
)
process.stdout.write(`${summaryOf(report, (performance.now() - started) / 1000)}\n`)
if (report.breaches.length > 0 || growth(report) > MOST_GROWTH) process.exitCode = 1

type Databases = Record<'database' | 'owner', ReturnType<typeof openDatabase>>

async function onFreshDatabase<Result>(work: (databases: Databases) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cambio-fuzz-'))
  const server = await startEmbedded({ dataDir, log: silentLog, unsafe: true })
  const url = server.url('postgres')
  const role = 'cards_app'
  await migrate({ url, schema, appRole: role, directories: migrations })
  const databases = {
    database: openDatabase({ url, schema, role }),
    owner: openDatabase({ url, schema, max: 1 }),
  }
  try {
    return await work(databases)
  } finally {
    await databases.database.close()
    await databases.owner.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function summaryOf(report: FuzzReport, seconds: number): string {
  const answers = Object.entries(report.statuses)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, count]) => `  ${String(count).padStart(6)}  ${kind}`)
  return [
    ...answers,
    `${report.runs} requests in ${seconds.toFixed(1)} s, ${report.breaches.length} breaches, alive memory ${(growth(report) / MEGABYTE).toFixed(1)} MB more at the end than after a quarter`,
    ...report.breaches,
  ].join('\n')
}

function growth({ aliveBytes: [quarter, end] }: FuzzReport): number {
  return end - quarter
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${text} is no whole number above 0.`)
  return Number(text)
}
