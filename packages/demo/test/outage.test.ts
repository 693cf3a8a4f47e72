import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as exchangeStore from '@cambio/bff/store/openStore.ts'
import * as cardsStore from '@cambio/cards/program/migrations.ts'
import { programArguments } from '@cambio/server/settings/programArguments.ts'
import { statement, testDatabase, type TestDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { openLine, type Line } from '@cambio/server/testing/postgres/testingLine.ts'
import { runCommandLine } from '@cambio/server/testing/testingCommandLine.ts'
import { VERSION } from '@cambio/server/version.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { complaintsOf } from './complaintsOf.ts'
import { startWaiter, WAITED_MS } from './startWaiter.ts'

/* Each program as a process of its own, as README starts it, on a line to its database that goes bad. */

type Running = {
  readonly url: string
  readonly line: Line
  readonly database: TestDatabase
  readonly child: ChildProcess
  /** The warnings and errors of its log so far. */
  readonly warnings: string[]
  /** All that it has printed so far. */
  readonly printed: string[]
  close(): Promise<void>
}

/** What a program that finds no database warns of. */
const WAITS = 'the database is unavailable; the program starts as soon as it is back'

/** An address at which nobody answers. */
const NOWHERE = 'http://127.0.0.1:9'

const programs = {
  exchange: {
    entry: 'bff/src/main.ts',
    set: {
      schema: exchangeStore.schema,
      appRole: exchangeStore.appRole,
      directories: exchangeStore.migrations,
    },
    variables: (url: string) => ({ DATABASE_URL: url, PORT: '0', PAYMENT_URL: NOWHERE }),
    /** What it asks its database for in the middle of its start. */
    midway: /sealing_key_claim/,
    misspelt: ['BASE_URl', 'BASE_URL'],
  },
  'card platform': {
    entry: 'cards/src/main.ts',
    set: { schema: cardsStore.schema, appRole: 'cards_app', directories: cardsStore.migrations },
    variables: (url: string) => ({ CARDS_DATABASE_URL: url, CARDS_PORT: '0' }),
    midway: /check_database/,
    misspelt: ['PAYMENT_URl', 'PAYMENT_URL'],
  },
} as const

const CALLERS = 16

/** A call of each program that asks its database. */
const asked = {
  exchange: '/api/v2/public/embedding/unknown?origin=https://shop.example.com',
  'card platform': '/fields/sessions/11111111-1111-4111-8111-111111111111',
} as const

/** @param isAway whether its database is away at first, and once more in the middle of the start */
async function start(
  name: keyof typeof programs,
  more: Record<string, string> = {},
  { isAway = false }: { isAway?: boolean } = {},
): Promise<Running> {
  const { entry, set, variables, midway } = programs[name]
  const dataDir = await mkdtemp(join(tmpdir(), 'cambio-outage-'))
  const database = await testDatabase(set)
  const line = await openLine(database.ownerUrl)
  if (isAway) line.refuse()
  const child = spawn(
    process.execPath,
    [...programArguments, fileURLToPath(new URL(`../../${entry}`, import.meta.url))],
    {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: dataDir,
        ...variables(line.url),
        ...more,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const warnings: string[] = []
  const printed: string[] = []
  const waiting = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<string>()
  createInterface({ input: child.stdout }).on('line', (text) => {
    printed.push(text)
    const address = /^(?:Exchange|Card platform): (http\S+)/.exec(text)?.[1]
    if (address !== undefined) return ready.resolve(address)
    const { level, event } = JSON.parse(text) as { level: string; event: string }
    if (level !== 'info') warnings.push(event)
    if (event === WAITS) waiting.resolve()
  })
  child.once('exit', (code) => ready.reject(new Error(`The program ended (${code}).`)))
  if (isAway) {
    await Promise.race([waiting.promise, ready.promise])
    line.loseNextAnswer(midway)
    line.admit()
  }
  const url = await ready.promise
  return {
    url,
    line,
    database,
    child,
    warnings,
    printed,
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await line.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function statusOf(address: string): Promise<number> {
  return (await fetch(address)).status
}

/** A program is not ready while a write takes longer than two seconds, as on a busy machine. */
async function expectReady({ url }: Pick<Running, 'url'>): Promise<void> {
  await expect.poll(() => statusOf(`${url}/health/ready`)).toBe(200)
}

describe.each(['exchange', 'card platform'] as const)('the %s', (name) => {
  const [misspelt, meant] = programs[name].misspelt
  let folder: string
  let collector: Server
  let program: Running
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cambio-stuck-'))
    collector = await silentServer()
    const more = {
      [misspelt]: 'hunter2',
      NODE_OPTIONS: await stickingThreads(folder),
      OTEL_EXPORTER_OTLP_ENDPOINT: addressOf(collector),
    }
    program = await start(name, more, { isAway: true })
  })
  afterAll(async () => {
    await program.close()
    collector.close()
    await rm(folder, { recursive: true })
  })

  test('waits while its database is away, and when it goes away during the start, says so, and starts by itself', async () => {
    await expectReady(program)
    expect(program.line.lostAnswers).toBe(1)
    expect(program.warnings).toContain(WAITS)
    expect(program.warnings).toContain('the database is back')
  })

  test(`warns of ${misspelt} and names ${meant}, and repeats no value`, () => {
    const sentence = `${misspelt} is set, but no variable has this name: did you mean ${meant}?`
    expect(program.warnings).toContain(sentence)
    expect(program.printed.join('\n')).not.toContain('hunter2')
  })

  test('%s is ready while it can write, lives when it cannot, and says both in one line each', async () => {
    const { url, line, warnings } = program
    await expectReady(program)
    const before = warnings.length
    line.refuse()
    await expect.poll(() => statusOf(`${url}/health/ready`)).toBe(503)
    expect(await statusOf(`${url}/health/live`)).toBe(200)
    const refused = await fetch(`${url}/health/ready`)
    expect([refused.headers.get('retry-after'), await refused.json()]).toEqual([
      '1',
      { status: 'FAIL', missing: ['the database takes nothing'] },
    ])
    line.admit()
    await expectReady(program)
    await expect
      .poll(() => warnings.slice(before).filter((event) => event.startsWith('the database')))
      .toEqual([expect.stringContaining('the database is unavailable'), 'the database is back'])
  })

  test('the program is not ready while its database is read-only, and ready again afterwards', async () => {
    const { url, line, database } = program
    const readOnly = async (value: string) => {
      const change = `alter database %I set default_transaction_read_only = ${value}`
      await database.owner.query(statement('set default_transaction_read_only = off'))
      await database.owner.transaction(async (query) => {
        await query(statement('set transaction read write'))
        await query(statement(`do $$ begin execute format('${change}', current_database()); end $$`))
      })
    }
    await readOnly('on')
    line.cut()
    await expect.poll(() => statusOf(`${url}/health/ready`)).toBe(503)
    await readOnly('off')
    await expectReady(program)
  })

  test('the metrics are read without a complaint, also while the database is unavailable', async () => {
    const { url, line } = program
    const numbers = async () => (await fetch(`${url}/metrics`)).text()
    const read = async () => complaintsOf(await numbers())
    expect(await read()).toEqual([])
    expect(await numbers()).toMatch(new RegExp(`^build_info{.*version="${VERSION}".*} 1$`, 'm'))
    if (name === 'exchange') {
      expect(await numbers()).toMatch(/^price_age_seconds{.*} \d+(\.\d+)?$/m)
      expect(await numbers()).toMatch(/^currencies_without_price{.*} 0$/m)
    }
    line.refuse()
    expect(await read()).toEqual([])
    line.admit()
    await expectReady(program)
  })

  test('the program refuses everybody who calls while its database hangs, and goes on by itself once it does not', async () => {
    const { url, line } = program
    const ask = () => fetch(url + asked[name])
    const ordinary = (await ask()).status
    expect(ordinary).not.toBe(503)
    line.stall()
    const begun = performance.now()
    // More than there are connections: some of them wait for one.
    const answers = await Promise.all(Array.from({ length: CALLERS }, ask))
    process.stdout.write(
      `the ${name} refused ${CALLERS} callers within ${Math.round(performance.now() - begun)} ms of a database that hangs\n`,
    )
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual(
      answers.map(() => [503, expect.stringMatching(/^\d+$/)]),
    )
    line.resume()
    await expect.poll(async () => (await ask()).status).toBe(ordinary)
  })

  test('the program ends within a second of a TERM while its database, its caller, its traces and its threads hang', async () => {
    const { url, line, child } = program
    line.stall()
    const inHand = fetch(`${url}/health/ready`).catch(() => undefined)
    const caller = await slowCaller(url)
    const waiter = await startWaiter()
    const [ended, waited] = await Promise.all([terminated(child), terminated(waiter)])
    // A busy machine keeps both waiting for the processor: only what the program takes beside that is its own.
    expect(ended.ms - (waited.ms - WAITED_MS)).toBeLessThan(1_000)
    expect([ended.code, ended.signal]).toEqual([null, 'SIGTERM'])
    caller.destroy()
    await inHand
  })
})

async function terminated(child: ChildProcess) {
  const before = performance.now()
  child.kill('SIGTERM')
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  return { ms: performance.now() - before, code, signal }
}

/** More than Node has threads. */
const STUCK_READERS = 8

/** Node's options for a program whose threads all get stuck at a TERM, as by a name server that does not answer. */
async function stickingThreads(folder: string): Promise<string> {
  const pipe = join(folder, 'pipe')
  await promisify(execFile)('mkfifo', [pipe])
  const script = `import { open } from 'node:fs'
    const stick = () => { for (let reader = 0; reader < ${STUCK_READERS}; reader++) open('${pipe}', () => {}) }
    process.once('SIGTERM', stick)`
  return `--import=data:text/javascript,${encodeURIComponent(script)}`
}

/** Accepts what is sent to it and never answers. */
async function silentServer(): Promise<Server> {
  const server = createServer((socket) =>
    socket
      .on('error', () => {})
      .resume()
      .unref(),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A caller that has begun to send a request and does not go on. */
async function slowCaller(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  await once(socket, 'connect')
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{')
  return socket
}

describe('an exchange and its card platform', () => {
  const platformKey = { CARDS_KEY: Buffer.alloc(32, 1).toString('base64') }
  let cards: Running
  beforeAll(async () => {
    cards = await start('card platform', platformKey)
  })
  afterAll(() => cards.close())

  test('what needs a person is a warning and a number, and so is a platform that refuses us', async () => {
    const exchange = await start('exchange', { PAYMENT_URL: cards.url })
    try {
      const { url, warnings, database } = exchange
      await expect
        .poll(() => warnings)
        .toContainEqual(expect.stringContaining('the card platform refuses our credentials'))
      expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({
        status: 'FAIL',
        missing: ['the card platform refuses our credentials'],
      })
      await database.owner.query(
        statement(`insert into partner (id, name, api_key, secret_sealed, callback_secret_sealed, callbacks_off_at, origins, require_timestamp, first_order_free, created_at)
          values ('p1', 'Gone', 'GONE', 'x', 'x', now(), '{}', false, false, now())`),
      )
      await expect.poll(() => warnings).toContainEqual(expect.stringContaining('an endpoint is switched off'))
      const numbers = await (await fetch(`${url}/metrics`)).text()
      expect(numbers).toMatch(/^endpoints_off\{program="exchange"\} 1$/m)
      expect(numbers).toMatch(/^orders_owed\{program="exchange"\} 0$/m)
      expect(numbers).toMatch(/^card_platform_refuses_merchant\{program="exchange"\} 1$/m)
      expect(numbers).toMatch(/^database_writable\{program="exchange"\} 1$/m)
    } finally {
      await exchange.close()
    }
  })

  test('a platform that has blocked our merchant is a warning and a number, too', async () => {
    const operate = async (...words: string[]) => {
      const entry = new URL('../../cards/src/cli.ts', import.meta.url)
      const variables = { ...platformKey, CARDS_DATABASE_URL: cards.database.ownerUrl }
      const { code, stdout } = await runCommandLine(entry, variables, [...words, '--json'])
      expect(code).toBe(0)
      return z.looseObject({ client_key: z.string() }).parse(JSON.parse(stdout))
    }
    const { client_key: clientKey, password } = await operate('merchant', 'create', '--name', 'Cambio')
    await operate('merchant', 'block', clientKey)
    const exchange = await start('exchange', {
      PAYMENT_URL: cards.url,
      MERCHANT_KEY: clientKey,
      MERCHANT_PASSWORD: String(password),
    })
    try {
      const { url, warnings } = exchange
      const sent = expect.stringContaining(
        'the card platform refuses our account: see in “cambio-cards merchant list”',
      )
      await expect.poll(() => warnings).toContainEqual(sent)
      const numbers = await (await fetch(`${url}/metrics`)).text()
      expect(numbers).toMatch(/^card_platform_refuses_merchant\{program="exchange"\} 1$/m)
    } finally {
      await exchange.close()
    }
  })
})
