import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { answerCall, type Answer } from '@cambio/server/cli/answerCall.ts'
import { migrateLine } from '@cambio/server/cli/migrateLine.ts'
import { systemClock } from '@cambio/server/Clock.ts'
import { silentLog } from '@cambio/server/log.ts'
import { startEmbedded } from '@cambio/server/postgres/embedded.ts'
import { hasDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import { statement, testDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { runCommandLine, type Ended } from '@cambio/server/testing/testingCommandLine.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { exchangeCommands } from '../../src/cli/exchangeCommands.ts'
import { onExchange } from '../../src/cli/onExchange.ts'
import { ExchangeEnvironment } from '../../src/program/environment.ts'
import { derivedKeys, keysOf } from '../../src/program/Keys.ts'
import { existingKeys, keysFor } from '../../src/program/keySource.ts'
import { startExchange } from '../../src/program/startExchange.ts'
import { appRole, migrateStore, migrations, openStore, reachStore } from '../../src/store/openStore.ts'
import { partnerStore } from '../../src/store/partners.ts'
import { storeFingerprint } from '../../src/store/sealingKey.ts'
import { storeDepsOf } from '../../src/store/StoreDeps.ts'

/** A folder with an embedded server, made and stopped: a copy takes the processor a tenth of what making one takes. */
let made: string
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'cambio-reach-made-'))
  await chmod(made, 0o755)
  await (await startEmbedded({ dataDir: made, log: silentLog })).stop()
})
afterAll(() => rm(made, { recursive: true, force: true }))

/** Gives the test's folder a server that was stopped. */
const copyMade = () => promisify(execFile)('cp', ['-a', `${made}/.`, folder])

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cambio-reach-'))
  await chmod(folder, 0o755) // Below a closed folder root's data would stand elsewhere.
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const deps = { log: silentLog, progress: () => {} }
const environment = (variables: Record<string, string>) =>
  readEnvironment(ExchangeEnvironment, { DATA_DIR: folder, ...variables })
const reach = (variables: Record<string, string> = {}) => reachStore(environment(variables), deps)
const noExchange = (place: string) => ({ name: 'StartRefused', message: expect.stringContaining(place) })

test('the command line makes nothing in a folder that holds no exchange', async () => {
  await expect(reach()).rejects.toMatchObject(noExchange(`There is no exchange in ${folder}`))
  const DATA_DIR = join(folder, 'mistyped')
  await expect(reach({ DATA_DIR })).rejects.toMatchObject(noExchange(`There is no exchange in ${DATA_DIR}`))
  expect(await readdir(folder)).toEqual([])
})

test('the command line makes nothing on an embedded server that another program alone uses', async () => {
  await copyMade()
  await expect(reach()).rejects.toMatchObject(noExchange(`There is no exchange in ${folder}`))
  const server = await startEmbedded({ dataDir: folder, log: silentLog })
  expect(await hasDatabase(server, 'exchange')).toBe(false)
  await server.stop()
})

test('the command line makes nothing in somebody else’s database', async () => {
  const other = await testDatabase({ schema: 'other', appRole: 'other_app', directories: [] })
  const DATABASE_URL = other.ownerUrl
  await expect(reach({ DATABASE_URL })).rejects.toMatchObject(
    noExchange(
      'There is no exchange in the database at DATABASE_URL: if that is the one it is to be in, run the command "migrate" first, with the owner\'s address in DATABASE_OWNER_URL',
    ),
  )
  const schemata = await other.owner.query(
    statement(`select from information_schema.schemata where schema_name = 'exchange'`),
  )
  expect(schemata).toEqual([])
  await other.close()
})

test('a command line whose clock is off writes no time: it is refused like a program, and says by how much', async () => {
  const database = await testDatabase({ schema: 'exchange', appRole, directories: migrations })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 180_000 })
  try {
    await expect(reach({ DATABASE_URL: database.ownerUrl })).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(
        /^This machine's clock is (179|1[89]\d)\.\d s behind the database's/,
      ) as string,
    })
  } finally {
    vi.useRealTimers()
  }
  await (await reach({ DATABASE_URL: database.ownerUrl })).close()
  await database.close()
})

test('the command migrate says what it did: made the tables, applied what was new, or nothing', async () => {
  const database = await testDatabase({ schema: 'exchange', appRole, directories: [] })
  await database.owner.query(statement('drop schema if exists exchange cascade'))
  const at = environment({ DATABASE_URL: database.ownerUrl })
  const migrate = async (...words: string[]) => {
    const line = migrateLine(exchangeCommands.program)
    const deps = { migrate: () => migrateStore(at) }
    return (await answerCall(line, ['migrate', ...words], (work) => work(deps))).output
  }
  expect(await migrate()).toMatch(/^Made the tables by \d{2,} migrations\. The database is up to date\.$/)
  expect(await migrate()).toBe('The database was up to date already: no migration was left to apply.')
  expect(JSON.parse(await migrate('--json'))).toEqual({ migrated: true, applied: 0 })
  await database.close()
})

test('a live call is refused without a database and a key of its own, and touches no sandbox', async () => {
  const refusal = /^With MODE=live .* set DATABASE_URL and EXCHANGE_KEY .*\.$/
  const key = Buffer.alloc(32).toString('base64')
  for (const variables of [{ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }, { EXCHANGE_KEY: key }])
    await expect(call({ MODE: 'live', ...variables }, 'owed', 'list')).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(refusal) as string,
    })
  const { code, stderr } = await runProgram({ MODE: 'live' }, 'owed', 'list')
  expect([code, stderr.trimEnd()]).toEqual([1, expect.stringMatching(refusal)])
  expect(await readdir(folder)).toEqual([])
})

test('an error in a call goes to standard error, and help to standard output', async () => {
  expect(await runProgram({}, 'order', 'forget')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There is no such command\./) as string,
  })
  expect(await call({}, 'order', 'show')).toMatchObject({ ok: false, isComplaint: true })
  expect(await runProgram({}, 'order', 'show', '-h')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('pnpm cambio order show <client_order_id>') as string,
    stderr: '',
  })
})

test('the command line finds the exchange of a folder while it runs and when it does not', async () => {
  await copyMade()
  const at = environment({})
  const running = await openStore(at, deps)
  const { id } = keysFor(at, running).keyring.current()
  const beside = await reach()
  expect(existingKeys(at, beside).keyring.current().id).toBe(id)
  // A program's statements are checked with plans that are made once; what a command asks is asked once.
  expect(await planning(running)).toEqual({ mode: 'force_generic_plan', jit: 'off' })
  expect(await planning(beside)).toEqual({ mode: 'auto', jit: 'on' })
  await beside.close()
  await running.close()
  const alone = await reach()
  expect(await alone.database.query(statement('select id from orders'))).toEqual([])
  await alone.close()
})

test('a lost key is asked for, and never made anew', async () => {
  const missing = new StartRefused(
    `There is no key file ${join(folder, 'exchange.key')}: set DATA_DIR to the folder of your exchange, or EXCHANGE_KEY to its key.`,
  )
  expect(() => existingKeys(environment({}), { dataDir: folder })).toThrow(missing)
  expect(await readdir(folder)).toEqual([])
})

test('a database has one key: an exchange or a command line with another is refused, and changes nothing', async () => {
  const database = await testDatabase({ schema: 'exchange', appRole, directories: [] })
  const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
  const variablesOf = (byte: number) => ({
    DATABASE_URL: database.ownerUrl,
    EXCHANGE_KEY: keyOf(byte),
    PORT: '0',
    DATA_DIR: folder,
  })
  const start = (byte: number) =>
    startExchange({ environment: readEnvironment(ExchangeEnvironment, variablesOf(byte)), log: silentLog })
  const first = await start(1)
  await expect(start(2)).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining('set EXCHANGE_KEY to the one it was made with'),
  })
  await (await start(1)).close()
  await first.close()

  const create = ['partner', 'create', '--name', 'Corner', '--origin', 'https://a.test']
  await expect(call(variablesOf(2), ...create)).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringContaining('sealed with another key') as string,
  })
  expect(await database.owner.query(statement('select from exchange.partner'))).toEqual([])
  expect(await call(variablesOf(1), ...create)).toMatchObject({ ok: true })
  await database.close()
})

describe('a change of an exchange’s key', () => {
  const base64 = (byte: number) => Buffer.alloc(32, byte).toString('base64')
  const shop = { apiKey: 'SHOP', secret: 'shop-secret', callbackSecret: 'shop-callback-secret' }
  let url: string
  let close: () => Promise<void>

  /** A database of an exchange that had one key for everything, with a partner whose secrets are sealed by it. */
  beforeEach(async () => {
    const database = await testDatabase({ schema: 'exchange', appRole, directories: migrations })
    const pool = { database: database.database, locking: database.database }
    const keys = keysOf({ random: systemRandom }, derivedKeys(Buffer.alloc(32, 1)))
    const stores = storeDepsOf({ ...pool, keys, random: systemRandom, clock: systemClock })
    await storeFingerprint(stores)
    const settings = {
      callbackVersion: null,
      requireTimestamp: false,
      leastSignatureVersion: 1,
      allowedAddresses: [],
      firstOrderFree: false,
    } as const
    const where = { name: 'Shop', origins: [], callbackUrl: null, statuses: 'all' } as const
    await partnerStore(stores).put({ ...shop, ...settings, ...where })
    url = database.ownerUrl
    close = () => database.close()
  })
  afterEach(() => close())

  /** Whether an exchange with these keys starts, and knows the partner by its signature. */
  async function knowsPartner(keys: Record<string, string>): Promise<boolean> {
    const variables = { DATABASE_URL: url, PORT: '0', DATA_DIR: folder, ...keys }
    const exchange = await startExchange({
      environment: readEnvironment(ExchangeEnvironment, variables),
      log: silentLog,
    })
    const path = '/api/v2/partner/order/list'
    const headers = { 'API-Key': shop.apiKey, 'API-Signature': signRequest(shop.secret, path, '') }
    const { status } = await fetch(exchange.url + path, { headers })
    await exchange.close()
    return status === 200
  }
  const command = (keys: Record<string, string>, ...words: string[]) =>
    call({ DATABASE_URL: url, ...keys }, ...words, '--json')

  test('the key of an exchange changes from one variable to another, and earlier sealed content still opens', async () => {
    const changed = { EXCHANGE_KEY: base64(2), EXCHANGE_KEYS_OLD: base64(1) }
    expect(await knowsPartner({ EXCHANGE_KEY: base64(1) })).toBe(true)
    expect(await knowsPartner(changed)).toBe(true)
    expect(JSON.parse((await command(changed, 'key', 'rotate')).output)).toMatchObject({ moved: 2 })
    expect(await knowsPartner({ EXCHANGE_KEY: base64(2) })).toBe(true)
    await expect(knowsPartner({ EXCHANGE_KEY: base64(1) })).rejects.toThrow('sealed with another key')
  })

  test('the key of an exchange changes in a file, which loses the previous key', async () => {
    const EXCHANGE_KEY_FILE = join(folder, 'keys')
    const keysInFile = async () => (await readFile(EXCHANGE_KEY_FILE, 'utf8')).trim().split('\n')
    await writeFile(EXCHANGE_KEY_FILE, `${base64(1)}\n`, { mode: 0o600 })
    expect(await knowsPartner({ EXCHANGE_KEY_FILE })).toBe(true)
    await command({ EXCHANGE_KEY_FILE }, 'key', 'rotate', '--actor', 'Grace', '--reason', 'A year has passed')
    const acts = JSON.parse((await command({ EXCHANGE_KEY_FILE }, 'audit', 'list')).output)
    expect(acts).toMatchObject({ acts: [{ act: 'key rotate', actor: 'Grace', reason: 'A year has passed' }] })
    expect(await keysInFile()).toEqual([expect.not.stringMatching(base64(1)), base64(1)])
    expect(JSON.parse((await command({ EXCHANGE_KEY_FILE }, 'key', 'prune')).output)).toEqual({
      removed: 1,
      moved: 0,
    })
    expect(await keysInFile()).toHaveLength(1)
    expect(await knowsPartner({ EXCHANGE_KEY_FILE })).toBe(true)
  })
})

async function planning({ database }: Awaited<ReturnType<typeof openStore>>) {
  const text = `select current_setting('plan_cache_mode') as mode, current_setting('jit') as jit`
  const [row] = await database.query<{ mode: string; jit: string }>(statement(text))
  return row
}

/** A command on the exchange that these variables name. */
function call(variables: Record<string, string>, ...words: string[]): Promise<Answer> {
  const input = {
    variables: { DATA_DIR: folder, ...variables },
    progress: () => {},
    stopped: new AbortController().signal,
  }
  return answerCall(exchangeCommands, words, (work) => onExchange(input, work))
}

/** The command line as a process of its own, with nothing in its environment but this. */
function runProgram(variables: Record<string, string>, ...words: string[]): Promise<Ended> {
  return runCommandLine(
    new URL('../../src/cli.ts', import.meta.url),
    { DATA_DIR: folder, ...variables },
    words,
  )
}
