import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPartner } from '@cambio/partner/client.ts'
import { silentLog } from '@cambio/server/log.ts'
import { commandOf } from '@cambio/server/postgres/embedded/postmaster.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { programArguments } from '@cambio/server/settings/programArguments.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DemoEnvironment } from '../src/DemoEnvironment.ts'
import { launch } from '../src/launch.ts'
import { sandboxPartner } from '../src/sandbox.ts'
import { startLauncher, type Launcher } from './Launcher.ts'

/** The examples of a sandbox take a start as long as all the rest. What `pnpm dev` starts in its test has them. */
const withoutExamples = { SANDBOX_EXAMPLES: '0' }

let folder: string
let started: Launcher[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cambio-launcher-'))
  await chmod(folder, 0o755)
  started = []
})
afterEach(async () => {
  await endAll(started, folder)
  await rm(folder, { recursive: true, force: true })
})

describe('one that runs', () => {
  let home: string
  /** All that ran on its folder, one after the other. */
  const launchers: Launcher[] = []
  let running: Launcher
  const startAtHome = (environment: Record<string, string> = {}): Launcher => {
    running = startLauncher({ ...withoutExamples, DATA_DIR: home, ...environment })
    launchers.push(running)
    return running
  }
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'cambio-running-'))
    await chmod(home, 0o755)
    await startAtHome().ready
  })
  afterAll(async () => {
    await endAll(launchers, home)
    await rm(home, { recursive: true, force: true })
  })

  test('after kill -9 of the launcher, and then of everything, database too, the next start has every order', async () => {
    const { addresses, pids } = await running.ready
    await createOrder(addresses.exchange.url, 'kept')
    const chainNode = await chainNodeOf(home)
    process.kill(running.pid, 'SIGKILL')
    await expect.poll(() => [pids.exchange, pids.cards].filter(isAlive)).toEqual([])

    // On the very same ports, which are free at once.
    const second = startAtHome({
      PORT: String(addresses.exchange.port),
      CARDS_PORT: String(addresses.cards.port),
      DEMO_PORT: String(addresses.shop.port),
    })
    const { pids: again } = await second.ready
    expect(await readOrder(addresses.exchange.url, 'kept')).toMatchObject({ status: 'processing' })
    expect(await chainNodeOf(home)).toBe(chainNode)

    const beside = [await postmasterOf(home), chainNode]
    for (const pid of [second.pid, again.exchange, again.cards, ...beside]) process.kill(pid, 'SIGKILL')
    const third = await startAtHome().ready
    expect(await readOrder(third.addresses.exchange.url, 'kept')).toMatchObject({ status: 'processing' })
  })

  test('a running launcher is named to a second start on its folder, whatever the ports', async () => {
    const { addresses } = await running.ready
    const second = start({ DATA_DIR: home, PORT: String(addresses.exchange.port) })
    expect(await second.ended).toBe(1)
    expect(second.printed()).toBe(
      `Cambio already runs on ${home} as process ${running.pid}: stop it with "kill ${running.pid}", or set DATA_DIR to another folder.\n`,
    )
  })

  test('a launcher beside another starts everything on ports and data of its own, says where it is, and a TERM to the package manager that started it, shells between, ends all of it', async () => {
    const { addresses: other } = await running.ready
    const { npm, printed } = await startByManager()
    const data = join(folder, 'data')
    const [postmaster, chainNode] = [await postmasterOf(data), await chainNodeOf(data)]
    expect([postmaster, chainNode].map(isAlive)).toEqual([true, true])
    expect(printed()).toMatch(/Chain +http:\/\/127\.0\.0\.1:\d+/)
    expect(printed()).toContain(sandboxPartner.apiKey)
    const [exchange = '', shop = ''] = ['Exchange', 'Shop'].map(
      (name) => new RegExp(`^ *${name} +(http\\S+)`, 'm').exec(printed())?.[1],
    )
    const health = await fetch(`${exchange}/api/v2/partner/healthcheck`)
    expect(await health.json()).toEqual({ status: 'OK' })
    expect((await fetch(shop)).status).toBe(200)
    await createOrder(other.exchange.url, 'only-there')
    expect(await readOrder(exchange, 'only-there')).toMatchObject({ code: 'order_unknown' })

    npm.kill('SIGTERM')
    await expect.poll(printed).toMatch(/Stopped\. Every order is kept/)
    await expect.poll(() => [postmaster, chainNode].filter(isAlive)).toEqual([])
    for (const url of [exchange, shop]) await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  test('a Ctrl-C ends a launcher and all that it started', async () => {
    const { pids } = await running.ready
    const all = [pids.exchange, pids.cards, await postmasterOf(home), await chainNodeOf(home)]
    running.signal('SIGINT')
    expect(await running.ended).toBe(0)
    expect(running.printed()).toMatch(/Stopped\. Every order is kept/)
    expect(running.printed()).not.toContain('started again')
    await expect.poll(() => all.filter(isAlive)).toEqual([])
  })
})

test('an obstacle to a start is one sentence that says what to do', async () => {
  const taken = createServer().listen(0, 'localhost')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const file = join(folder, 'file')
  await writeFile(file, '', { mode: 0o755 })
  const launcher = start({ PORT: String(port) })
  expect(await launcher.ended).toBe(1)
  expect(launcher.printed()).toMatch(
    /^Port \d+ is in use by another program: .* set PORT to a free port\.\n$/,
  )

  const cases: [Record<string, string>, RegExp][] = [
    [{ CARDS_PORT: String(port) }, /set CARDS_PORT to a free port\.$/],
    [{ PORT: 'eighty' }, /^PORT must be a port number from 0 to 65535\.$/],
    [
      { DATA_DIR: join(file, 'data') },
      /^The data folder .* cannot be made, because .*file is a file: set DATA_DIR to a folder\.$/,
    ],
    [{ MODE: 'live' }, /MODE=live/],
    [{ HOST: '0.0.0.0' }, /ALLOW_PUBLIC_SANDBOX=1/],
    [{ PORT: '9001', DEMO_PORT: '9001' }, /name one port twice/],
  ]
  for (const [environment, sentence] of cases) {
    const refusal = await refusalOf(environment)
    expect(refusal).toMatch(sentence)
    expect(refusal.split('\n')).toHaveLength(1)
  }
  taken.close()
})

/** Why a launcher in this process would not start. */
async function refusalOf(variables: Record<string, string>): Promise<string> {
  const free = { PORT: '0', CARDS_PORT: '0', DEMO_PORT: '0', CHAIN_PORT: '0', DATA_DIR: folder }
  const inherited = { ...free, ...variables }
  const stopped = new AbortController().signal
  const launched = async () =>
    launch({
      environment: readEnvironment(DemoEnvironment, inherited),
      inherited,
      log: silentLog,
      print: () => {},
      stopped,
    })
  return launched().then(
    async (started) => {
      await started.close()
      return 'It started.'
    },
    (error: unknown) => {
      if (!(error instanceof StartRefused)) throw error
      return error.message
    },
  )
}

/** Starts a launcher as `npm start` does, and waits until all of it runs. */
async function startByManager() {
  const manager = join(folder, 'npm.js')
  await writeFile(
    manager,
    `const { spawn } = require('node:child_process')
     const child = spawn('sh', ['-c', process.argv[2] + '; true'], { stdio: 'inherit' })
     process.on('SIGTERM', () => child.kill('SIGTERM'))
     child.on('exit', () => process.exit())`,
  )
  const entry = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const call = `${process.execPath} ${programArguments.join(' ')} ${entry}`
  const npm = spawn(process.execPath, [manager, call], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      CARDS_PORT: '0',
      DEMO_PORT: '0',
      CHAIN_PORT: '0',
      npm_lifecycle_event: 'up',
      ...withoutExamples,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output: string[] = []
  const printed = () => output.join('')
  const ready = Promise.withResolvers<void>()
  npm.stdout.on('data', (part) => {
    output.push(String(part))
    if (printed().includes('Ctrl-C stops all of it')) ready.resolve()
  })
  await ready.promise
  return { npm, printed }
}

function start(environment: Record<string, string>): Launcher {
  const launcher = startLauncher({ ...withoutExamples, DATA_DIR: folder, ...environment })
  started.push(launcher)
  return launcher
}

/** Ends launchers, and what they may have left running on their folder. */
async function endAll(launchers: readonly Launcher[], dataDir: string): Promise<void> {
  for (const launcher of launchers) {
    if (isAlive(launcher.pid)) launcher.signal('SIGTERM')
    await launcher.ended
  }
  // What is written there may have ended long ago, and its number be another's by now.
  for (const pid of [await postmasterOf(dataDir), await chainNodeOf(dataDir)])
    if (isAlive(pid) && (await commandOf(pid)).includes(dataDir)) process.kill(pid, 'SIGKILL')
}

function partnerOf(baseUrl: string) {
  const { apiKey, secret } = sandboxPartner
  return createPartner({ baseUrl, apiKey, secret })
}

async function createOrder(baseUrl: string, id: string) {
  return partnerOf(baseUrl).call(contract.partner.createOrder, {
    body: {
      partner_order_id: id,
      payin_currency: 'EUR',
      payin_amount: '100.00',
      payout_currency: 'ETH',
      dst_address: '0x52908400098527886E0F7030069857D2E4169EE7',
      client_email: 'buyer@example.com',
      client_ip: '203.0.113.7',
      remote_country: 'DE',
    },
  })
}

async function readOrder(baseUrl: string, id: string): Promise<unknown> {
  const order = contract.partner.order
  return partnerOf(baseUrl)
    .call(order, { params: { partner_order_id: id } })
    .catch((error: unknown) => error)
}

async function postmasterOf(dataDir: string): Promise<number> {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  return Number(file.split('\n')[0] ?? 0)
}

async function chainNodeOf(dataDir: string): Promise<number> {
  const file = await readFile(join(dataDir, 'chain', 'node.json'), 'utf8').catch(() => '{}')
  return Number(JSON.parse(file).pid ?? 0)
}

function isAlive(pid: number): boolean {
  if (pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
