import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect, type TLSSocket } from 'node:tls'
import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { Finding } from '@cambio/server/doctor/Finding.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { runCommandLine } from '@cambio/server/testing/testingCommandLine.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { AsnConvert } from '@peculiar/asn1-schema'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { doctorLine } from '../src/cli/doctor/doctor.ts'
import { readPage } from '../src/cli/doctor/readPage.ts'
import { hostedFields } from '../src/fields/hostedFields.ts'
import { nonceHeader } from '../src/fields/nonceHeader.ts'
import { PageData } from '../src/fields/PageData.ts'
import { CardsEnvironment } from '../src/program/environment.ts'
import { issued } from '../src/sandbox/wallets/appleCertificates.ts'
import { fieldsVault } from '../src/vault/fieldsSessions.ts'
import { applePayOf } from '../src/wallets/applePay/applePayOf.ts'
import type { AppleNetwork } from '../src/wallets/applePay/merchantSession.ts'
import { merchantId, openRig, password, type Rig } from './rig.ts'

/*
 * Apple Pay as live has it: its settings, what the doctor says of them and of Google Pay's, and the session that Apple gives
 * for its sheet. Apple is a server on this machine.
 */

const merchantIdentifier = 'merchant.com.example'
const host = 'apple-pay-gateway.apple.com'
const validation = `https://${host}/paymentservices/startSession`
const tab = 'https://exchange.example'

type Party = { name: string } & ReturnType<typeof keysOf>
const keysOf = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const party = (name: string): Party => ({ name, ...keysOf() })
const certified = (subject: Party, issuer: Party) =>
  new X509Certificate(Buffer.from(AsnConvert.serialize(issued({ subject, issuer, mark: null })))).toString()
const pemOf = ({ privateKey }: Pick<Party, 'privateKey'>) =>
  String(privateKey.export({ format: 'pem', type: 'pkcs8' }))

const root = party('apple root')
const identity = party(`Apple Pay Merchant Identity:${merchantIdentifier}`)
const processing = party(`Apple Pay Payment Processing:${merchantIdentifier}`)
const rootPem = certified(root, root)

const settings = {
  CARDS_WALLET_COUNTRY: 'DE',
  CARDS_APPLE_PAY_MERCHANT_ID: merchantIdentifier,
  CARDS_APPLE_PAY_CERTIFICATE: certified(identity, root),
  CARDS_APPLE_PAY_KEY: pemOf(identity),
  CARDS_APPLE_PAY_PROCESSING_KEYS: pemOf(processing),
  CARDS_APPLE_PAY_PROCESSING_CERTIFICATE: certified(processing, root),
  CARDS_APPLE_PAY_ROOT: rootPem,
  CARDS_APPLE_PAY_DOMAINS: 'exchange.example, shop.example',
}

/** Root keys as Google publishes them. */
const rootKeys = (lasts: { keyExpiration?: string }) => {
  const keyValue = root.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  return JSON.stringify({ keys: [{ keyValue, protocolVersion: 'ECv2', ...lasts }] })
}

function apple(changes: Record<string, string> = {}, network: AppleNetwork = { timeoutMs: 60_000 }) {
  const variables = { MODE: 'live', ...settings, ...changes }
  return applePayOf(readEnvironment(CardsEnvironment, variables), network)
}

describe('the settings of Apple Pay', () => {
  test('the settings of Apple Pay are taken where they fit each other', () => {
    expect(apple()).toMatchObject({ merchantIdentifier, domains: ['exchange.example', 'shop.example'] })
  })

  const other = party('another')
  test.each<[string, Record<string, string>, RegExp]>([
    ['one is missing', { CARDS_APPLE_PAY_KEY: '' }, /needs all of CARDS_APPLE_PAY_MERCHANT_ID/],
    [
      'the certificate is no PEM',
      { CARDS_APPLE_PAY_CERTIFICATE: 'MIIB' },
      /CARDS_APPLE_PAY_CERTIFICATE must be .* openssl x509 -inform der/,
    ],
    ['the key is none', { CARDS_APPLE_PAY_KEY: 'MIIB' }, /CARDS_APPLE_PAY_KEY must be a private key/],
    [
      'the key is another’s',
      { CARDS_APPLE_PAY_KEY: pemOf(other) },
      /CARDS_APPLE_PAY_KEY has no key of CARDS_APPLE_PAY_CERTIFICATE/,
    ],
    [
      'the certificate is another merchant’s',
      { CARDS_APPLE_PAY_MERCHANT_ID: 'merchant.com.other' },
      /CARDS_APPLE_PAY_CERTIFICATE is not for merchant\.com\.other/,
    ],
    [
      'tokens are encrypted to another key',
      { CARDS_APPLE_PAY_PROCESSING_KEYS: pemOf(other) },
      /CARDS_APPLE_PAY_PROCESSING_KEYS has no key of CARDS_APPLE_PAY_PROCESSING_CERTIFICATE/,
    ],
    [
      'the root is none',
      { CARDS_APPLE_PAY_ROOT: certified(other, root) },
      /CARDS_APPLE_PAY_ROOT must be a root certificate: take Apple Root CA - G3/,
    ],
    ['a host is an address', { CARDS_APPLE_PAY_DOMAINS: 'https://shop.example' }, /must be hosts such as/],
  ])('a start is refused where %s, and says what to do', (_, changes, sentence) => {
    expect(() => apple(changes)).toThrow(sentence)
  })
})

describe('the doctor of the card platform', () => {
  const file = '7B227073704964223A22'
  /** Plays every registered host: its name is the first part of the path. */
  const hosts = createHttpServer((request, answer) => {
    const [, host = ''] = (request.url ?? '').split('/')
    const { status, text = '' } = answerOf.get(host) ?? { status: 200, text: file }
    answer.writeHead(status, { location: '/elsewhere' }).end(text)
  })
  const answerOf = new Map<string, { status: number; text?: string }>()
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cards-doctor-'))
    hosts.listen(0, '127.0.0.1')
    await once(hosts, 'listening')
  })
  afterAll(() => {
    hosts.close()
    rmSync(folder, { recursive: true })
  })
  afterEach(() => answerOf.clear())

  /** What it finds amiss on a day, as lines of state, check and finding. */
  async function amiss(variables: Record<string, string>, day = '2026-03-01') {
    const { port } = hosts.address() as AddressInfo
    const deps = {
      variables,
      clock: { now: () => new Date(day) },
      readPage: (url: string) => readPage(url.replace('https://', `http://127.0.0.1:${port}/`)),
    }
    const { ok, output } = await answerCall(doctorLine('cambio-cards'), ['doctor', '--json'], (work) =>
      work(deps),
    )
    const { findings } = z.object({ findings: z.array(Finding) }).parse(JSON.parse(output))
    const found = findings.filter(({ state }) => state !== 'good')
    expect(ok).toBe(found.every(({ state }) => state !== 'bad'))
    expect(found.every(({ mend }) => mend !== null)).toBe(true)
    return found.map(({ check, state, finding, mend }) => `${state}, ${check}: ${finding} ${mend}`)
  }

  const google = {
    CARDS_WALLET_COUNTRY: 'DE',
    CARDS_GOOGLE_PAY_RECIPIENT: 'merchant:12345',
    CARDS_GOOGLE_PAY_KEYS: pemOf(processing),
    CARDS_GOOGLE_PAY_ROOT_KEYS: rootKeys({ keyExpiration: String(Date.parse('2030-01-01')) }),
  }

  test('the doctor finds wallets that are set up well in order, and says nothing of those that are not', async () => {
    expect(await amiss({ ...settings, ...google })).toEqual([])
    answerOf.set('exchange.example', { status: 404 })
    expect(await amiss({})).toEqual([])
  })

  test('the doctor names what does not fit in the settings of Apple Pay, and no secret', async () => {
    const key = pemOf(party('another'))
    const found = await amiss({ ...settings, CARDS_APPLE_PAY_KEY: key })
    expect(found).toEqual([
      expect.stringMatching(/^bad, Apple Pay: CARDS_APPLE_PAY_KEY has no key of CARDS_APPLE_PAY_CERTIFICATE/),
    ])
    expect(found.join()).not.toContain(key.slice(30, 60))
    expect(await amiss({ CARDS_APPLE_PAY_CERTIFICATE_FILE: join(folder, 'none') })).toEqual([
      expect.stringMatching(/^bad, settings: The file .* of CARDS_APPLE_PAY_CERTIFICATE cannot be read/),
    ])
  })

  test('the doctor warns of each certificate and key 30 days before it expires, and of what has expired', async () => {
    const what = [
      'The merchant identity certificate',
      'The payment processing certificate',
      'The root certificate',
    ]
    const found = (sentence: string) =>
      what.map((each) => expect.stringContaining(`Apple Pay: ${each} ${sentence}`))
    expect(await amiss(settings, '2048-12-01')).toEqual([])
    expect(await amiss(settings, '2048-12-03')).toEqual(
      found('expires on 2049-01-01: Apple Pay does not work from'),
    )
    expect(await amiss(settings, '2049-01-02')).toEqual(
      found('expired on 2049-01-01: Apple Pay does not work.'),
    )
    expect(await amiss({ ...settings, CARDS_APPLE_PAY_PROCESSING_CERTIFICATE: '' })).toEqual([
      expect.stringContaining('The payment processing certificate is not set'),
    ])
    expect(await amiss(google, '2029-12-20')).toEqual([
      expect.stringMatching(/^warning, Google Pay: The last of Google’s root keys expires on 2030-01-01/),
    ])
    expect(await amiss(google, '2030-01-02')).toEqual([expect.stringMatching(/^bad, Google Pay: .* expired/)])
  })

  test.each<[string, { status: number; text?: string }]>([
    ['the answer is 404', { status: 404 }],
    ['the answer is 302', { status: 302 }],
    ['there is another page than Apple’s file', { status: 200, text: '<!doctype html><title>Shop</title>' }],
    ['there is another page than Apple’s file', { status: 200, text: '' }],
  ])('the doctor names a registered host without Apple’s file, where %s', async (wrong, answer) => {
    answerOf.set('shop.example', answer)
    const url = 'https://shop.example/.well-known/apple-developer-merchantid-domain-association'
    expect(await amiss(settings)).toEqual([
      expect.stringContaining(`warning, Apple Pay: At ${url} ${wrong}, so Apple cannot verify`),
    ])
  })

  test('the doctor asks for Google’s merchant id in live, and for a new key every year', async () => {
    expect(await amiss({ ...google, MODE: 'live' })).toContainEqual(
      expect.stringContaining('bad, Google Pay: Google Pay in live needs CARDS_GOOGLE_PAY_MERCHANT_ID'),
    )
    const path = join(folder, 'google-pay.pem')
    writeFileSync(path, pemOf(processing), { mode: 0o600 })
    utimesSync(path, new Date('2025-01-01'), new Date('2025-01-01'))
    const inFile = { ...google, CARDS_GOOGLE_PAY_KEYS: '', CARDS_GOOGLE_PAY_KEYS_FILE: path }
    expect(await amiss(inFile, '2025-12-01')).toEqual([])
    expect(await amiss(inFile, '2026-03-01')).toEqual([
      expect.stringMatching(/is of 2025-01-01, and Google asks for a new key every year/),
    ])
    writeFileSync(path, pemOf(party('new')) + pemOf(processing))
    expect(await amiss(inFile)).toEqual([expect.stringContaining('CARDS_GOOGLE_PAY_KEYS has 2 keys')])
  })

  test('the doctor runs as a command of its own, without a database', async () => {
    const entry = new URL('../src/cli.ts', import.meta.url)
    const { code, stdout } = await runCommandLine(entry, { CARDS_DATABASE_URL: 'hunter2' }, ['doctor'])
    expect([code, stdout]).toEqual([1, expect.stringMatching(/BAD +settings +CARDS_DATABASE_URL must be/)])
    expect(stdout).not.toContain('hunter2')
  })
})

describe('the session for Apple’s sheet', () => {
  /** Apple takes 64 bytes, and this is 63: of the character behind it one half would fit. */
  const name = 'Exchange'.padEnd(63, '-')
  let rig: Rig
  let server: Server
  const received: { subject: string; path: string; body: unknown }[] = []
  let status = 200
  let connections = 0

  beforeAll(async () => {
    rig = await openRig()
    await rig.saveMerchant({ wallets: ['apple_pay'], name: `${name}é and more` })
    const gateway = party(host)
    const tls = { key: pemOf(gateway), cert: certified(gateway, root), ca: rootPem, requestCert: true }
    server = createServer(tls, (request, answer) => void giveSession(request, answer)).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(async () => {
    server.close()
    await rig.close()
  })

  async function giveSession(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate()
    received.push({
      subject: String(subject.CN),
      path: `${request.headers.host}${request.url}`,
      body: JSON.parse(await text(request)),
    })
    answer.writeHead(status).end(JSON.stringify({ merchantSessionIdentifier: 'opaque' }))
  }

  /** Stays on this machine, whatever the address. */
  const here: AppleNetwork = {
    timeoutMs: 60_000,
    connect(options) {
      connections += 1
      const { port } = server.address() as AddressInfo
      return connect({ ...options, host: '127.0.0.1', port, ca: rootPem })
    },
  }

  /** The card fields of an order in a tab, with Apple Pay as a network reaches it. */
  async function fields(ancestors: readonly string[], network = here) {
    const request = { client_key: merchantId, parent_origin: tab, ancestors }
    const body = JSON.stringify({ ...request, order_amount: '100.00', order_currency: 'EUR' })
    const headers = { 'api-signature': signRequest(password, '/fields/sessions', body) }
    const reply = await rig.app.request('/fields/sessions', { method: 'POST', body, headers })
    const { session_id: id } = (await reply.json()) as { session_id: string }
    const wallets = { google_pay: null, apple_pay: apple({ MODE: 'sandbox' }, network) ?? null }
    const frame = { script: '/a.js', fonts: new Map(), assets: new Map() }
    const { clock, paymentUrl } = rig.platform
    const deps = {
      vault: fieldsVault({ ...rig.platform, wallets }),
      clock,
      frame,
      pageKey: new Uint8Array(32),
    }
    const app = hostedFields(deps, { paymentUrl, limitsFactor: 1 })
    const html = await (await app.request(`/fields/frame/${id}`)).text()
    const content = /name="fields-session" content="([^"]+)"/.exec(html)?.[1] ?? ''
    const page = PageData.parse(JSON.parse(content.replaceAll('&quot;', '"')))
    return {
      page,
      ask: (validation_url: string, nonce = page.nonce) =>
        app.request(`/fields/sessions/${id}/apple`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', [nonceHeader]: nonce },
          body: JSON.stringify({ validation_url }),
        }),
    }
  }

  test('a page in a registered tab gets Apple’s session, asked for with the merchant’s certificate', async () => {
    const { page, ask } = await fields([tab, 'https://shop.example'])
    expect(page.wallets?.apple_pay).toMatchObject({
      label: `${name}é and more`,
      data: { merchantIdentifier, countryCode: 'DE' },
    })
    const answer = await ask(validation)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { session: { merchantSessionIdentifier: 'opaque' } },
    ])
    expect(received).toEqual([
      {
        subject: identity.name,
        path: `${host}/paymentservices/paymentSession`,
        body: {
          merchantIdentifier,
          displayName: name,
          initiative: 'web',
          initiativeContext: 'shop.example',
        },
      },
    ])
  })

  test('nothing is connected to for an address that is not Apple’s, nor for another page than the session’s', async () => {
    const { page, ask } = await fields([tab])
    const before = connections
    for (const wrong of [
      'https://apple-pay-gateway.apple.com.evil.example/paymentservices/startSession',
      'https://evil.example/?apple-pay-gateway.apple.com',
      'https://apple-pay-gateway.apple.com@evil.example/',
      'http://apple-pay-gateway.apple.com/paymentservices/startSession',
      'https://apple-pay-gateway.apple.com:8443/paymentservices/startSession',
      'https://127.0.0.1/paymentservices/startSession',
      'no address',
    ])
      expect((await ask(wrong)).status, wrong).toBe(422)
    expect((await ask(validation, `${page.nonce}x`)).status).toBe(403)
    expect(connections).toBe(before)
  })

  test('a name of Apple’s that leads inside our own walls is not connected to', async () => {
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    const { ask } = await fields([tab], { timeoutMs: 60_000, resolve })
    expect((await ask(validation)).status).toBe(422)
  })

  test('where Apple gives nothing the page is told so, and a page asks only so often', async () => {
    const { ask } = await fields([tab])
    status = 400
    const answers = []
    for (let count = 0; count < 11; count += 1) answers.push((await ask(validation)).status)
    status = 200
    expect(answers).toEqual([...Array<number>(10).fill(502), 429])
  })

  test.each<[string, readonly string[]]>([
    ['a tab whose host is not registered', [tab, 'https://other.example']],
    ['a tab that is not https', ['http://exchange.example']],
  ])('%s offers no Apple Pay and gets no session', async (_, ancestors) => {
    const { page, ask } = await fields(ancestors)
    expect(page.wallets).toBeUndefined()
    expect((await ask(validation)).status).toBe(422)
  })

  test('Apple Pay is not offered once a certificate has expired', async () => {
    rig.pass(Date.parse('2049-06-01') - rig.platform.clock.now().getTime())
    expect((await fields([tab])).page.wallets).toBeUndefined()
  })
})
