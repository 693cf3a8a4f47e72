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
import { simulate, type Report } from './simulate.ts'

/*
 * Ten thousand acquirer time-outs, or as many as --runs says. The seed that is printed brings the same run back.
 */

const { values } = parseArgs({ options: { seed: { type: 'string' }, runs: { type: 'string' } } })
const seed = whole(values.seed) ?? Math.floor(Math.random() * 2 ** 31)
const runs = whole(values.runs) ?? 10_000

const dataDir = await mkdtemp(join(tmpdir(), 'cambio-sim-'))
const server = await startEmbedded({ dataDir, log: silentLog, unsafe: true })
try {
  const url = server.url('postgres')
  const appRole = 'cards_app'
  await migrate({ url, schema, appRole, directories: migrations })
  const databases = [
    openDatabase({ url, schema, role: appRole }),
    openDatabase({ url, schema, role: appRole }),
  ] as const
  print(`seed ${seed}: ${runs} acquirer time-outs`)
  const report = await simulate(databases, { seed, runs, progress: (timeouts) => print(`  ${timeouts} …`) })
  await Promise.all(databases.map((database) => database.close()))
  process.exitCode = printReport(report)
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** @returns the exit code: 0 when nothing was found */
function printReport(report: Report): number {
  print(`${report.payments} payments`)
  print(`time-outs: ${listed(report.timeouts)}`)
  print(`ends: ${listed(report.ends)}`)
  const findings = {
    'double charges': report.doubleCharges,
    unresolved: report.unresolved,
    untrue: report.untrue,
    'books that are off': report.books,
  }
  for (const [what, cases] of Object.entries(findings)) {
    print(`${cases.length} ${what}`)
    for (const line of cases.slice(0, 20)) print(`  ${line}`)
  }
  const isSound = Object.values(findings).every((cases) => cases.length === 0)
  if (!isSound) print(`Again with: pnpm sim --seed ${seed} --runs ${runs}`)
  return isSound ? 0 : 1
}

function listed(counts: ReadonlyMap<string, number>): string {
  const lines = [...counts].map(([name, count]) => `${name} ${count}`)
  return lines.sort().join(', ')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function whole(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw new RangeError('--seed and --runs are whole numbers.')
  return Number(text)
}
