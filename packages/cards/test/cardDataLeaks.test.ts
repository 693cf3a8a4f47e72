import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openText } from '@cambio/server/keys/envelope.ts'
import { keyring } from '@cambio/server/keys/Keyring.ts'
import { silentLog } from '@cambio/server/log.ts'
import { openDatabase, type Database } from '@cambio/server/postgres/Database.ts'
import { startEmbedded, type Embedded } from '@cambio/server/postgres/embedded.ts'
import { embeddedDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unrestricted } from '../src/merchant/unrestricted.ts'
import { schema } from '../src/program/migrations.ts'
import { saveMerchant } from '../src/store/merchants.ts'
import { contextOf } from '../src/vault/tokens.ts'
import { codeNeedles, numberNeedles, searchFor } from './canary/Needles.ts'
import { startPlatform } from './canary/platformProcess.ts'
import { code, number, spendCanary } from './canary/spendCanary.ts'
import { copyTables, serverFiles, type Place } from './canary/storage.ts'
import { merchantId, password } from './rig.ts'

/*
 * A card number and a security code that exist nowhere else go through everything the platform does with cards. Then
 * they are looked for wherever something could have been left behind.
 */

const formsIn = searchFor([...numberNeedles(number), ...codeNeedles(code)])
const key = randomBytes(32)
const ring = keyring([key])
const notifications: string[] = []
/** Where the server writes copies of its tables. */
const copied = join(tmpdir(), `cambio-copies-${process.pid}`)
let dataDir: string
let server: Embedded
let platform: Awaited<ReturnType<typeof startPlatform>>
let owner: Database
let superuser: Database
let shop: Server
let answers: readonly string[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cambio-canary-'))
  server = await startEmbedded({ dataDir, log: silentLog, unsafe: true })
  const { appUrl, ownerUrl } = await embeddedDatabase(server, 'cards')
  superuser = openDatabase({ url: server.url('cards'), schema, max: 1 })
  // A segment that could be used again would be overwritten, and what it held would not be found.
  await superuser.query(statement(`alter system set wal_keep_size = '1GB'`))
  await superuser.query(statement('select pg_reload_conf()'))
  platform = await startPlatform({
    CARDS_DATABASE_URL: appUrl,
    CARDS_DATABASE_OWNER_URL: ownerUrl,
    CARDS_KEY: key.toString('base64'),
    CARDS_CANARY_SHA256: createHash('sha256').update(number).digest('hex'),
    CAPTURE_DELAY_MS: '0',
    LIMITS_FACTOR: '1000',
    DATA_DIR: dataDir,
  })
  owner = openDatabase({ url: ownerUrl, schema })
  await openMerchant(await listen())
  answers = await spendCanary(platform.url, owner.query)
  await untilDone()
})

afterAll(async () => {
  shop.close()
  await owner.close()
  await superuser.close()
  await platform.stop()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
  await rm(copied, { recursive: true, force: true })
})

test('the number was really there: the vault opens to it', async () => {
  const cards = await owner.query<{
    token_hash: Buffer
    key_id: string
    wrapped_key: Buffer
    sealed: Buffer
  }>(statement('select token_hash, key_id, wrapped_key, sealed from vault_card'))
  const opened = cards.map(({ token_hash, key_id, wrapped_key, sealed }) =>
    openText(ring, { keyId: key_id, wrappedKey: wrapped_key, sealed }, contextOf(merchantId, token_hash)),
  )
  expect(opened.length).toBeGreaterThan(0)
  expect(new Set(opened)).toEqual(new Set([number]))
  const waiting = await owner.query(statement('select from fields_session where sealed_code is not null'))
  expect(waiting.length).toBeGreaterThan(0)
})

test('nothing that was answered, logged or notified has the number or the code in it', () => {
  expect(answers.length).toBeGreaterThan(100)
  expect(notifications.length).toBeGreaterThan(10)
  expect(platform.written().toString()).toContain('A request failed')
  expect(
    leaks([
      { place: 'answers', bytes: Buffer.from(answers.join('\n')) },
      { place: 'notifications', bytes: Buffer.from(notifications.join('\n')) },
      { place: 'log', bytes: platform.written() },
    ]),
  ).toEqual([])
})

describe('the database', () => {
  test('the database has the number and the code in no table', async () => {
    const tables = await copies()
    expect(tables.find(({ place }) => place === 'table transaction')?.bytes.length).toBeGreaterThan(10_000)
    expect(leaks(tables)).toEqual([])
    const cells = tables.flatMap(({ bytes }) => bytes.toString('latin1').split(/[\t\n]/))
    expect(cells).not.toContain(code)
    expect(cells).not.toContain(`\\\\x${Buffer.from(code).toString('hex')}`)
  })

  test('the database has the number and the code in no file, the write-ahead log and deleted rows included', async () => {
    const files = await serverFiles(superuser.query, server.dataDir)
    const ahead = files.filter(({ place }) => place.includes('pg_wal'))
    const masked = Buffer.from(`${number.slice(0, 6)}******${number.slice(-4)}`)
    expect(ahead.some(({ bytes }) => bytes.includes(masked))).toBe(true)
    expect(leaks(files)).toEqual([])
  })

  test('a number or a code that is put into a table, and deleted again, is found', async () => {
    const put = (name: string, url: string) =>
      owner.query({
        name,
        text: 'insert into notification_address (url, timeouts) values ($1, array[]::timestamptz[])',
        values: [url],
      })
    await put('plant_number', `https://shop.example/?n=${number}`)
    await put('plant_code', `https://shop.example/?card_cvv2=${code}`)
    await put('plant_hidden', Buffer.from(`{"number":"${number}"}`).toString('base64'))
    const places = new Set(leaks(await copies()).map(({ place }) => place))
    expect(places).toEqual(new Set(['table notification_address']))
    await owner.query(statement(`delete from notification_address`))
    expect(leaks(await copies())).toEqual([])
    const files = leaks(await serverFiles(superuser.query, server.dataDir))
    expect(files.map(({ form }) => form)).toEqual(
      expect.arrayContaining(['digits', 'digits, base64', 'card_cvv2 in a form']),
    )
    expect(files.some(({ place }) => place.includes('pg_wal'))).toBe(true)
    expect(files.some(({ place }) => place.includes('base/'))).toBe(true)
  })
})

describe('the process’s memory', () => {
  test('the memory holds the number and the code in no text, no bytes and no object once the work is done', async () => {
    const { texts, objects } = await platform.debug.heap()
    expect(texts).toContain('POST')
    expect(leaks([{ place: 'texts', bytes: Buffer.from(texts.join('\n')) }])).toEqual([])
    expect(texts).not.toContain(code)
    expect([objects.get('Cvv'), objects.get('Pan')]).toEqual([undefined, undefined])
    expect(leaks([{ place: 'bytes', bytes: await platform.debug.buffers() }])).toEqual([])
  })

  test('a number, a code and a card that are kept in memory are found', async () => {
    const source = (file: string) => JSON.stringify(join(import.meta.dirname, '../src/means', file))
    await platform.debug.run(`
      globalThis.kept = { text: 'number ' + ${backwards(number)}.split('').reverse().join('') }
      globalThis.kept.bytes = Buffer.from(kept.text + '0')
      globalThis.kept.code = ${backwards(code)}.split('').reverse().join('')
      const require = process.getBuiltinModule('node:module').createRequire(${source('Pan.ts')})
      const { Pan } = require(${source('Pan.ts')})
      const { Cvv } = require(${source('card/Card.ts')})
      globalThis.kept.card = [new Cvv(kept.code), new Pan(kept.text)]`)
    const { texts, objects } = await platform.debug.heap()
    expect(leaks([{ place: 'texts', bytes: Buffer.from(texts.join('\n')) }])).not.toEqual([])
    expect(texts).toContain(code)
    expect([objects.get('Cvv'), objects.get('Pan')]).toEqual([1, 1])
    expect(leaks([{ place: 'bytes', bytes: await platform.debug.buffers() }])).not.toEqual([])
  })
})

/** A text the wrong way round, in quotes: so that what tells a process to keep it does not keep it itself. */
function backwards(text: string): string {
  return JSON.stringify(text.split('').toReversed().join(''))
}

/** Every form of the number or the code in every place. */
function leaks(places: readonly Place[]): { place: string; form: string }[] {
  return places.flatMap(({ place, bytes }) => formsIn(bytes).map((form) => ({ place, form })))
}

function copies(): Promise<Place[]> {
  return copyTables(superuser.query, schema, copied)
}

async function listen(): Promise<number> {
  shop = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      notifications.push(Buffer.concat(chunks).toString())
      response.end('OK')
    })
  })
  shop.listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const address = shop.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function openMerchant(port: number): Promise<void> {
  await saveMerchant(
    { query: owner.query, keyring: ring, random: systemRandom },
    {
      id: merchantId,
      name: 'Exchange',
      descriptor: 'CAMBIO',
      mode: 'test',
      acquirer: 'sandbox',
      password,
      algorithm: 'md5',
      notificationUrl: `http://127.0.0.1:${port}/notifications`,
      captureDelayMs: 0,
      tokenization: true,
      wallets: [],
      ...unrestricted,
    },
    new Date(),
  )
}

/** Lets the platform finish what it has in hand. */
async function untilDone(): Promise<void> {
  const due = () =>
    owner.query(
      statement(`select from notification where state = 'waiting' union all
                 select from operation where state = 'open' limit 1`),
    )
  while ((await due()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
}
