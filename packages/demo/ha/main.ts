import { rm } from 'node:fs/promises'
import process from 'node:process'
import { setTimeout as after } from 'node:timers/promises'
import { runMeasurement } from '@cambio/server/measure/runMeasurement.ts'
import { runProgram } from '@cambio/server/runProgram.ts'
import { audit } from './audit/audit.ts'
import { findTools, type Tools } from './cluster/findTools.ts'
import { faults, lossOfTheLast, type Fault } from './faults.ts'
import { openStage, type Stage } from './openStage.ts'
import { optionsOf, USAGE, type Options } from './options.ts'
import { brokenPromises, countsOf, longestGap, table, type Seen } from './report.ts'

/*
 * “pnpm ha”: an installation of two exchanges and two card platforms on three PostgreSQL under Patroni meets faults under
 * traffic. After each, everything that was acknowledged is looked for. It ends with 1 when anything does not hold, and as a
 * control when nothing was lost.
 */

const CALM_MS = 10_000
const AFTERWARDS_MS = 5_000
const BETWEEN_MS = 5_000
/** A payment of which nobody can say anything ends after five minutes; what a lost order left does not end at all. */
const SETTLED_WITHIN_MS = 420_000
const CONTROL_SETTLED_WITHIN_MS = 15_000

if (process.argv.includes('--help')) process.stdout.write(USAGE)
else {
  let ready: { options: Options; tools: Tools } | undefined
  await runProgram(async () => {
    const options = optionsOf(process.argv.slice(2))
    ready = { options, tools: await findTools(options.patroni) }
  })
  if (ready !== undefined) await run(ready)
}

async function run({ options, tools }: { options: Options; tools: Tools }): Promise<void> {
  const api = tools.etcdKey === 'etcd3' ? 3 : 2
  print(`Patroni ${tools.patroniVersion} on version ${api} of etcd’s API, PostgreSQL of ${tools.postgresBin}`)
  const { isAsync, from } = options
  let folder: string | undefined
  await runMeasurement(
    async () => {
      const stage = await openStage({ tools, isAsync, from })
      folder = stage.folder
      return stage
    },
    (stage) => (isAsync ? control(stage, options) : meetAll(stage, options)),
  )
  if (folder !== undefined && (process.exitCode ?? 0) === 0)
    await rm(folder, { recursive: true, force: true })
}

async function meetAll(stage: Stage, { faults: names, randomMs, rate }: Options): Promise<void> {
  const all: Seen[] = []
  const pace = { rate, settledWithinMs: SETTLED_WITHIN_MS }
  for (const name of names) all.push(await meet(stage, name, faults[name], pace))
  if (randomMs > 0) all.push(await meet(stage, 'at random', atRandom(randomMs), pace))
  print(`\n${table(all)}\n`)
  const broken = all.flatMap(brokenPromises)
  for (const sentence of broken) print(`BROKEN: ${sentence}`)
  print(broken.length === 0 ? 'Everything holds.' : `The output of each program is in ${stage.folder}.`)
  if (broken.length > 0) process.exitCode = 1
}

/** Without synchronous replication something is lost; an audit that does not see it is blind. */
async function control(stage: Stage, { rate }: Options): Promise<void> {
  const seen = await meet(stage, 'control', lossOfTheLast, {
    rate,
    settledWithinMs: CONTROL_SETTLED_WITHIN_MS,
  })
  print(`\n${table([seen])}\n`)
  const lost = seen.findings.filter(({ is }) => is === 'lost')
  for (const { what } of lost) print(`lost: ${what}`)
  print(lost.length > 0 ? 'The audit sees what is lost.' : 'BROKEN: nothing was lost, or the audit is blind.')
  if (lost.length === 0) process.exitCode = 1
}

/** Has one fault happen under traffic, waits until everything is whole and quiet, and looks for what was acknowledged. */
async function meet(
  stage: Stage,
  name: string,
  fault: Fault,
  { rate, settledWithinMs }: { rate: number; settledWithinMs: number },
): Promise<Seen> {
  const { traffic, rows, calls, cluster, processes } = stage
  print(`${name}: ${fault.tells}`)
  const first = {
    purchase: traffic.purchases.length,
    failure: calls.failures.length,
    incident: processes.incidents.length,
  }
  traffic.start(stage.shop, rate)
  await after(CALM_MS)
  const from = Date.now()
  const failure = await fault.meet(stage).then(
    () => cluster.whole().then(() => undefined, String),
    (error: unknown) => String(error),
  )
  await after(AFTERWARDS_MS)
  const to = Date.now()
  await traffic.stop()
  const findings = [...(await audit(stage, traffic.purchases, settledWithinMs))]
  if (failure !== undefined) findings.push({ is: 'wrong', what: failure })
  const seen: Seen = {
    fault: name,
    gapMs: longestGap(
      traffic.purchases.flatMap(({ acknowledgedAt: at }) => at ?? []),
      from,
      to,
    ),
    rowGapMs: longestGap(
      rows.acknowledged.map(({ at }) => at),
      from,
      to,
    ),
    goalMs: fault.goalMs,
    purchases: traffic.purchases.length - first.purchase,
    failures: countsOf(calls.failures.slice(first.failure).map(({ what }) => what)),
    incidents: processes.incidents.slice(first.incident),
    findings,
  }
  print(table([seen]))
  for (const sentence of brokenPromises(seen)) print(`  ${sentence}`)
  return seen
}

/** Any of the faults, one after the other, for so long. */
function atRandom(durationMs: number): Fault {
  const kinds = Object.entries(faults).filter(([name]) => name !== 'rolling-upgrade')
  return {
    tells: `any of the faults for ${durationMs / 60_000} minutes`,
    goalMs: null,
    async meet(stage) {
      const end = Date.now() + durationMs
      while (Date.now() < end) {
        const [name, fault] = kinds[Math.floor(Math.random() * kinds.length)] ?? []
        if (fault === undefined) throw new Error('There is no fault.')
        print(`  ${name}`)
        await fault.meet(stage)
        await stage.cluster.whole()
        await after(BETWEEN_MS)
      }
    },
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
