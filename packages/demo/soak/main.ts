import { readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import process from 'node:process'
import { setTimeout as after } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runMeasurement } from '@cambio/server/measure/runMeasurement.ts'
import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { memoryMb } from '../load/memoryMb.ts'
import { machineMs, processorMs, serverMs } from '../load/processorTime.ts'
import { brokenPromises, inMegabytes, lastShare, type Tenth } from './brokenPromises.ts'
import { footprints, type Footprint } from './footprints.ts'
import { loadTenth, QUOTES_A_VISIT } from './loadTenth.ts'
import { openStage, type Loaded, type Stage } from './openStage.ts'
import { overdueRows, type OverdueRows } from './overdueRows.ts'

/*
 * Steady load on both programs, in tenths, on a database that grows all the while. It prints what each tenth came to,
 * and ends with 1 when anything was lost on the way: speed, memory, room on the disk, or work that nobody does. Run it
 * with nothing else running.
 */

const TENTHS = 10
/** Of a tenth, for code to be compiled in. */
const WARM_UP_SHARE = 4
const LOOK_AGAIN_MS = 50

/** SNAPSHOTS names a folder: each program writes its heap there after the second tenth and after the last. */
const snapshotFolder = process.env['SNAPSHOTS']

const { values } = parseArgs({ options: { visits: { type: 'string' } } })
/** Of each tenth. */
const visits = Number(values.visits ?? 1_800)

await runMeasurement(openStage, soak)

async function soak(stage: Stage): Promise<void> {
  const loading: Loading = { stage, nobodys: await overdueOf(stage) }
  print(
    `Each tenth is ${visits} visits: ${visits * QUOTES_A_VISIT} quotes, ${visits} orders with callbacks and ${visits} SALEs.`,
  )
  await tenth(loading, 'warm-up', Math.ceil(visits / WARM_UP_SHARE))
  const tenths: Tenth[] = []
  while (tenths.length < TENTHS) {
    tenths.push(await tenth(loading, `tenth ${tenths.length + 1}`, visits))
    if (snapshotFolder !== undefined && [2, TENTHS].includes(tenths.length))
      await writeSnapshots(stage, snapshotFolder)
  }
  const sizes = [...(await footprints(stage.exchange)), ...(await footprints(stage.cards))]
  showSizes(sizes)
  print(`last tenth ÷ first: ${lastShare(tenths).toFixed(2)} of the throughput`)
  const broken = [...brokenPromises(tenths, sizes), ...(await unbalanced(stage))]
  for (const sentence of broken) print(`BROKEN: ${sentence}`)
  if (broken.length === 0) print('Everything holds.')
  process.exitCode = broken.length === 0 ? 0 : 1
}

type Loading = {
  readonly stage: Stage
  /** Due before any load: the row of a rail that is not there, as the chain's is without a node, is nobody's work. */
  readonly nobodys: OverdueRows
}

async function tenth({ stage, nobodys }: Loading, name: string, visits: number): Promise<Tenth> {
  const spentBefore = await spent(stage)
  const machineBefore = await machineMs()
  const seconds = await loadTenth(stage, visits)
  const spentAfter = await spent(stage)
  const othersMs = (await machineMs()) - machineBefore - (sum(spentAfter) - sum(spentBefore))
  const visitsPerSecond = visits / seconds
  const { exchange, cards } = stage
  const megabytes = { exchange: await memoryOf(exchange), 'card platform': await memoryOf(cards) }
  const overdue = await overdueOf(stage, nobodys)
  const each = spentAfter
    .slice(0, 3)
    .map((ms, program) => ((ms - (spentBefore[program] ?? 0)) / visits).toFixed(1))
  const othersShare = othersMs / (seconds * 1_000 * availableParallelism())
  print(
    `${name.padEnd(9)} ${visitsPerSecond.toFixed(1).padStart(7)} visits/s` +
      `   memory ${megabytes.exchange} and ${megabytes['card platform']} MB` +
      `   overdue ${listed(overdue)}` +
      `   processor ${each.join(' + ')} ms a visit` +
      `   others ${Math.round(100 * othersShare)} % of the machine`,
  )
  return { visitsPerSecond, othersShare, megabytes, overdue }
}

/** @param without how many rows of a list do not count */
async function overdueOf({ exchange, cards }: Stage, without: OverdueRows = {}): Promise<OverdueRows> {
  const all = { ...(await overdueRows(exchange)), ...(await overdueRows(cards)) }
  return Object.fromEntries(
    Object.entries(all).map(([list, rows]) => [list, Math.max(0, rows - (without[list] ?? 0))]),
  )
}

function listed(overdue: OverdueRows): string {
  const left = Object.entries(overdue).filter(([, rows]) => rows > 0)
  return left.map(([list, rows]) => `${rows} ${list}`).join(', ') || 'nothing'
}

/** Milliseconds of processor time so far: of the exchange, the card platform, PostgreSQL, and of what loads them. */
async function spent({ exchange, cards, receiver, postmaster }: Stage): Promise<readonly number[]> {
  const programs = [exchange.pid, cards.pid].map(processorMs)
  return Promise.all([...programs, serverMs(postmaster), processorMs(process.pid), processorMs(receiver.pid)])
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

async function memoryOf({ pid, schema }: Loaded): Promise<number> {
  const memory = await memoryMb(pid)
  if (memory === undefined) throw new Error(`The memory of ${schema} cannot be read on this system.`)
  return memory.now
}

/** A program that has begun to write a snapshot answers nobody until it is done. */
async function writeSnapshots({ exchange, cards }: Stage, folder: string): Promise<void> {
  for (const { pid, url } of [exchange, cards]) {
    const before = await readdir(folder)
    process.kill(pid, 'SIGUSR2')
    while ((await readdir(folder)).length === before.length) await after(LOOK_AGAIN_MS)
    await fetch(url).catch(() => {})
  }
}

/** The largest first. */
function showSizes(all: readonly Footprint[]): void {
  const large = all.toSorted((a, b) => Number(b.bytes - a.bytes)).slice(0, 30)
  for (const { name, rows, bytes, freshBytes } of large)
    print(
      `${name.padEnd(48)} ${String(rows).padStart(9)} rows ${inMegabytes(bytes).padStart(8)} MB, fresh ${inMegabytes(freshBytes)} MB`,
    )
}

async function unbalanced({ exchange, cards }: Stage): Promise<string[]> {
  const sums = [...(await imbalances(exchange.database.query)), ...(await imbalances(cards.database.query))]
  return sums.map(
    ({ asset, layer, units }) => `The books do not sum to zero: ${units} of ${asset}, ${layer}.`,
  )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
