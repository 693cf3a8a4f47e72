import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { keyring } from '@cambio/server/keys/Keyring.ts'
import { openMeasurementStage, type MeasurementStage } from '@cambio/server/measure/measurementStage.ts'
import { runMeasurement } from '@cambio/server/measure/runMeasurement.ts'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { embeddedDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { programArguments } from '@cambio/server/settings/programArguments.ts'
import { programVariables } from '@cambio/server/settings/programVariables.ts'
import { unrestricted } from '../src/merchant/unrestricted.ts'
import { schema } from '../src/program/migrations.ts'
import { sameHash, saleHash, subjectOf } from '../src/protocol/hash.ts'
import { saveMerchant } from '../src/store/merchants.ts'
import { benchSale, merchantId, signer } from './benchSale.ts'
import { millionSales } from './millionSales.ts'

/*
 * SALEs over HTTP beside the statements they come to, both commits of each counted, driven by a process that does
 * nothing else. Ratios say more than numbers, which are the machine's. Run it with nothing else running.
 */

const { values: options } = parseArgs({
  options: { rounds: { type: 'string' }, seconds: { type: 'string' } },
})
const ROUNDS = Number(options.rounds ?? 5)
const SECONDS = Number(options.seconds ?? 3)
const CONNECTIONS = 16

/** Milliseconds of the platform's processor time that a SALE took, in each round: it says more than a rate when the machine is busy. */
const cpuPerSale: number[] = []

await runMeasurement(() => openMeasurementStage('cambio-bench-cards'), measure)

async function measure(stage: MeasurementStage): Promise<void> {
  const { platform, url, drive } = await open(stage, 'cards')
  const idleMb = await residentMb(platform)
  const rates = await interleaved({
    acceptedByHttp: () => sell(platform, url, '01', 'SUCCESS'),
    acceptedByStatements: () => drive('accepted'),
    declinedByHttp: () => sell(platform, url, '02', 'DECLINED'),
    declinedByStatements: () => drive('declined'),
  })
  const memoryMb = await residentMb(platform)
  const cpuMs = median(cpuPerSale)
  // An orderly end writes the profile, where one is made.
  platform.kill('SIGTERM')
  print([
    [
      'SALE accepted ÷ its statements',
      ratio(rates.acceptedByHttp, rates.acceptedByStatements),
      'at least 0.70',
    ],
    [
      'SALE declined ÷ its statements',
      ratio(rates.declinedByHttp, rates.declinedByStatements),
      'at least 0.70',
    ],
    ["platform's own processor time for a SALE", `${cpuMs.toFixed(2)} ms`, ''],
    ['hash check', `${hashMicroseconds().toFixed(1)} µs`, ''],
    ['platform, resident memory when started', `${idleMb} MB`, ''],
    ['platform, resident memory after the load', `${memoryMb} MB`, 'at most 150'],
  ])
  const many = await open(stage, 'cards_many')
  await millionSales(many.ownerUrl)
  const among = await interleaved({
    acceptedAlone: () => drive('accepted'),
    acceptedAmong: () => many.drive('accepted'),
    declinedAlone: () => drive('declined'),
    declinedAmong: () => many.drive('declined'),
  })
  print([
    [
      'statements of an accepted SALE among a million ÷ alone',
      ratio(among.acceptedAmong, among.acceptedAlone),
      'at least 0.67',
    ],
    [
      'statements of a declined SALE among a million ÷ alone',
      ratio(among.declinedAmong, among.declinedAlone),
      'at least 0.67',
    ],
  ])
}

/** A platform on a database of its own, and what repeats a SALE's statements there. */
async function open({ dataDir, server, children }: MeasurementStage, name: string) {
  const { appUrl, ownerUrl } = await embeddedDatabase(server, name)
  const key = randomBytes(32)
  const environment = {
    ...process.env,
    CARDS_DATABASE_URL: appUrl,
    CARDS_DATABASE_OWNER_URL: ownerUrl,
    CARDS_KEY: key.toString('base64'),
    DATA_DIR: dataDir,
    CARDS_PORT: '0',
    LIMITS_FACTOR: '1000000',
  }
  const platform = start(children, '../src/main.ts', environment)
  const url = await firstWord(platform, /Card platform: (\S+)/)
  await makeMerchant(appUrl, key)
  const statements = start(children, 'statements.ts', environment)
  await firstWord(statements, /(ready)/)
  return { platform, url, ownerUrl, drive: driveBy(statements) }
}

/** A merchant whose holds nobody captures, so that nothing but the SALEs is measured. */
async function makeMerchant(url: string, key: Buffer): Promise<void> {
  const database = openDatabase({ url, schema, max: 1 })
  await saveMerchant(
    { query: database.query, keyring: keyring([key]), random: systemRandom },
    {
      id: merchantId,
      name: 'Bench',
      descriptor: 'BENCH',
      mode: 'test',
      acquirer: 'sandbox',
      ...signer,
      notificationUrl: null,
      captureDelayMs: null,
      tokenization: true,
      wallets: [],
      ...unrestricted,
    },
    new Date(),
  )
  await database.close()
}

function start(children: ChildProcess[], file: string, environment: NodeJS.ProcessEnv): ChildProcess {
  const child = fork(join(import.meta.dirname, file), [], {
    env: { ...programVariables, ...environment },
    execArgv: [...programArguments],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  children.push(child)
  return child
}

async function firstWord(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = ''
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += String(chunk)
    const word = pattern.exec(output)?.[1]
    if (word !== undefined) {
      child.stdout?.resume()
      return word
    }
  }
  throw new Error(`It does not start: ${output}`)
}

/** SALEs, each of an order of its own, from that many connections. @returns how many a second */
async function sell(platform: ChildProcess, url: string, month: string, result: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const cpuBefore = await cpuMs(platform)
  const started = performance.now()
  let done = 0
  const buyers = Array.from({ length: CONNECTIONS }, async () => {
    while (performance.now() - started < SECONDS * 1_000) {
      const answer = await post(`${url}/post`, agent, new URLSearchParams(benchSale(month)).toString())
      if (!answer.includes(`"result":"${result}"`)) throw new Error(`It ended otherwise: ${answer}`)
      done += 1
    }
  })
  await Promise.all(buyers)
  agent.destroy()
  cpuPerSale.push(((await cpuMs(platform)) - cpuBefore) / done)
  return done / ((performance.now() - started) / 1_000)
}

function post(url: string, agent: Agent, body: string): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers }, (incoming) => {
      let answer = ''
      incoming.on('data', (chunk: Buffer) => (answer += chunk.toString()))
      incoming.on('end', () => resolve(answer))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Has a process repeat the statements of a SALE, and gives how many SALEs a second they would have been. */
type Drive = (what: 'accepted' | 'declined') => Promise<number>

/** @throws Error when that process has ended */
function driveBy(statements: ChildProcess): Drive {
  const ended = once(statements, 'exit').then(() =>
    Promise.reject(new Error('What drives the statements ended.')),
  )
  ended.catch(() => {})
  return async (what) => {
    statements.send({ what, workers: CONNECTIONS, ms: SECONDS * 1_000 })
    const [rate] = (await Promise.race([once(statements, 'message'), ended])) as [number]
    return rate
  }
}

/** Everything in turn, round after round, the first not counted; the middle of what each reached. */
async function interleaved<Name extends string>(
  measured: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(measured) as Name[]
  const reached = names.map((): number[] => [])
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, name] of names.entries()) {
      const rate = await measured[name]()
      if (round > 0) reached[index]?.push(rate)
    }
  }
  return Object.fromEntries(names.map((name, index) => [name, median(reached[index] ?? [])])) as Record<
    Name,
    number
  >
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function hashMicroseconds(): number {
  const times = 100_000
  const { card_number = '', payer_email = '', hash = '' } = benchSale('01')
  let right = 0
  const started = performance.now()
  for (let time = 0; time < times; time++) {
    if (sameHash(saleHash(signer, payer_email, subjectOf(card_number)), hash)) right += 1
  }
  if (right !== times) throw new Error('A right hash was found wrong.')
  return ((performance.now() - started) * 1_000) / times
}

/** Processor time of a process so far, where the system tells it (Linux; its ticks are 10 ms). */
async function cpuMs({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

async function residentMb({ pid }: ChildProcess): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(status)?.[1]
  return kilobytes === undefined ? 'unknown' : String(Math.round(Number(kilobytes) / 1024))
}

function ratio(one: number, other: number): string {
  return `${(one / other).toFixed(2)}  (${Math.round(one)}/s ÷ ${Math.round(other)}/s)`
}

function print(lines: readonly (readonly [what: string, value: string, promised: string])[]): void {
  const width = Math.max(...lines.map(([what]) => what.length))
  for (const [what, value, promised] of lines) {
    process.stdout.write(`${what.padEnd(width)}  ${value.padEnd(36)}${promised}\n`)
  }
}
