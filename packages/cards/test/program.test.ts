import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { silentLog } from '@cambio/server/log.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import { testDatabase, type TestDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CardsEnvironment } from '../src/program/environment.ts'
import { migrations, schema } from '../src/program/migrations.ts'
import { startCards } from '../src/program/startCards.ts'
import { setBlocked } from '../src/store/merchants.ts'
import { saleFields } from './rig.ts'

const frame = { script: '/a.js', style: '/a.css', fonts: new Map(), assets: new Map() }
const key = Buffer.alloc(32, 7).toString('base64')

let testDb: TestDatabase
let folder: string
beforeEach(async () => {
  testDb = await testDatabase({ schema, appRole: 'cards_app', directories: migrations })
  folder = mkdtempSync(join(tmpdir(), 'cards-program-'))
})
afterEach(async () => {
  await testDb.close()
  rmSync(folder, { recursive: true })
})

function start(variables: Record<string, string> = {}) {
  const environment = readEnvironment(CardsEnvironment, {
    CARDS_PORT: '0',
    DATA_DIR: folder,
    CARDS_DATABASE_URL: testDb.ownerUrl,
    ...variables,
  })
  return startCards({ environment, log: silentLog, frame })
}

const stripe = { CARDS_STRIPE_KEY: 'sk_test_1', CARDS_STRIPE_WEBHOOK_SECRET: 'whsec_1' }

const merchant = {
  clientKey: '11111111-1111-4111-8111-111111111111',
  password: 'sandbox-merchant-password',
  name: 'Cambio',
  notificationUrl: null,
}

test('a sandbox starts on a database, takes a SALE over a socket, captures it by itself, and stops', async () => {
  const association = '7B227073704964223A22'
  const cards = await start({ CAPTURE_DELAY_MS: '0', CARDS_APPLE_PAY_DOMAIN_ASSOCIATION: association })
  const file = await fetch(`${cards.url}/.well-known/apple-developer-merchantid-domain-association`)
  expect(await file.text()).toBe(association)
  await cards.ensureMerchant(merchant)
  await cards.ensureMerchant(merchant)
  const fields = saleFields({}, { password: merchant.password, algorithm: 'md5' })
  const reply = await fetch(`${cards.url}/post`, { method: 'POST', body: new URLSearchParams(fields) })
  expect(await reply.json()).toMatchObject({ result: 'SUCCESS', status: 'PENDING' })
  const state = async () => {
    const rows = await testDb.owner.query<{ state: string }>({
      name: 'state',
      text: 'select state from transaction',
      values: [],
    })
    return rows[0]?.state
  }
  await expect.poll(state).toBe('settled')
  await cards.close()
  await expect(fetch(cards.url)).rejects.toThrow()
})

test('a request that comes whole only after the platform has ended is told to come again, and that nothing was done', async () => {
  const cards = await start()
  await cards.ensureMerchant(merchant)
  const body = String(new URLSearchParams(saleFields({}, { password: merchant.password, algorithm: 'md5' })))
  const { hostname, port } = new URL(cards.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const type = 'application/x-www-form-urlencoded'
  socket.write(
    `POST /post HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n`,
  )
  // Its answer to this says that it has begun to take the request.
  socket.write('Expect: 100-continue\r\n\r\n')
  const [taken] = (await once(socket, 'data')) as [Buffer]
  expect(taken.toString()).toMatch(/^HTTP\/1\.1 100 /)
  await cards.close()
  socket.write(body)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 [^]*This came to nothing: send it again in a moment\./)
})

describe('a refused start', () => {
  test('a live start is refused when anything is missing: all of it is named', async () => {
    const refused = start({ MODE: 'live', CARDS_DATABASE_URL: '' })
    await expect(refused).rejects.toThrow(StartRefused)
    await expect(refused).rejects.toThrow(/CARDS_DATABASE_URL.*CARDS_KEY.*PAYMENT_URL.*CARDS_UPSTREAM_/)
  })

  test('a live start is refused when card numbers would go in the clear, or one is watched', async () => {
    const live = { MODE: 'live', CARDS_KEY: key, PAYMENT_URL: 'https://pay.example' }
    const upstream = { CARDS_UPSTREAM_CLIENT_KEY: merchant.clientKey, CARDS_UPSTREAM_PASSWORD: 'theirs' }
    const inTheClear = { ...live, ...upstream, CARDS_UPSTREAM_URL: 'http://pay.example' }
    await expect(start(inTheClear)).rejects.toThrow(
      'CARDS_UPSTREAM_URL and CARDS_STRIPE_URL to https addresses',
    )
    await expect(start({ ...live, ...stripe, CARDS_STRIPE_URL: 'http://stripe.example' })).rejects.toThrow(
      'CARDS_UPSTREAM_URL and CARDS_STRIPE_URL to https addresses',
    )
    await expect(start({ ...live, CARDS_CANARY_SHA256: 'a'.repeat(64) })).rejects.toThrow(
      'CARDS_CANARY_SHA256',
    )
  })

  test('a live start is refused on a database that lets the sandbox’s merchant in', async () => {
    const sandbox = await start({ CARDS_KEY: key })
    await sandbox.ensureMerchant(merchant)
    await sandbox.close()
    const live = {
      MODE: 'live',
      CARDS_KEY: key,
      PAYMENT_URL: 'https://pay.example',
      ...stripe,
    }
    await expect(start(live)).rejects.toThrow('merchant block')
    await setBlocked(testDb.owner.query, merchant.clientKey, new Date('2026-03-01'))
    const cards = await start(live)
    await cards.close()
  })

  test('a start is refused with another key than the database was sealed with', async () => {
    await (await start({ CARDS_KEY: key })).close()
    const other = Buffer.alloc(32, 8).toString('base64')
    const refused = start({ CARDS_KEY: other })
    await expect(refused).rejects.toThrow(StartRefused)
    await expect(refused).rejects.toThrow(/give every process on it the same CARDS_KEY/)
    await (await start({ CARDS_KEY: other, CARDS_KEYS_OLD: key })).close()
  })

  test('a sandbox on a public address is refused', async () => {
    await expect(start({ HOST: '0.0.0.0' })).rejects.toThrow('ALLOW_PUBLIC_SANDBOX=1')
  })

  test.each([
    ['CARDS_KEY', 'short', 'CARDS_KEY must be 32 random bytes in base64'],
    ['CARDS_KEYS_OLD', `${key},short`, 'CARDS_KEYS_OLD must be'],
    ['CAPTURE_DELAY_MS', '-1', 'CAPTURE_DELAY_MS must be a whole number of milliseconds'],
    ['MODE', 'production', 'MODE must be sandbox or live'],
  ])('a start is refused when %s is %s', (name, value, message) => {
    expect(() => readEnvironment(CardsEnvironment, { [name]: value })).toThrow(message)
  })
})
