import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { exchangeCommands } from '../../src/cli/exchangeCommands.ts'
import { registerClient } from '../client/registerClient.ts'
import { statusAndCode } from '../http/statusAndCode.ts'
import { commandDepsOf } from '../operator/commandDepsOf.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, rival, shop, type Reply, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

/** A call of the operator's, from which on it holds: what is kept in memory is a second old at most. */
async function call(...words: string[]): Promise<unknown> {
  const { output, ok } = await rig.runCommand(...words, '--json')
  expect([ok, output]).toEqual([true, output])
  rig.pass(1_000)
  return JSON.parse(output)
}

const Rotated = z.looseObject({
  api_key: z.optional(z.string()),
  secret: z.optional(z.string()),
  callback_secret: z.optional(z.string()),
})

const rotate = async (...options: string[]) =>
  Rotated.parse(await call('partner', 'rotate', 'SHOP', ...options))

/** Whether a request of the shop's is taken with these credentials. */
async function isLetIn(as: { apiKey?: string; secret?: string }): Promise<boolean> {
  const reply = await rig.partner('GET', '/api/v2/partner/currency', undefined, { as: { ...shop, ...as } })
  expect([200, 401]).toContain(reply.status)
  return reply.status === 200
}

describe('the partners in the command line', () => {
  test('the partners are listed with their settings and without a secret', async () => {
    const { partners } = z
      .object({ partners: z.array(z.looseObject({})) })
      .parse(await call('partner', 'list'))
    expect(partners).toMatchObject([
      { name: 'RIVAL', api_key: 'RIVAL', state: 'active' },
      {
        name: 'SHOP',
        api_key: 'SHOP',
        state: 'active',
        suspended_at: null,
        origins: ['http://shop.test'],
        callback_url: 'http://shop.test/callbacks',
        callback_version: null,
        statuses: 'all',
        require_timestamp: false,
        first_order_free: false,
        settlement: 'address',
        former_secret_until: null,
      },
    ])
    expect(JSON.stringify(partners)).not.toContain('secret":"')
  })

  test('a partner is changed in what is given, and the values before are kept with who changed them', async () => {
    const origins = ['--origin', 'https://a.test', '--origin', 'https://b.test']
    const settings = ['--require-timestamp', 'yes', '--first-order-free', 'yes', '--statuses', 'plain']
    const signing = [
      '--least-signature-version',
      '2',
      '--allow-address',
      '192.0.2.0/24',
      '--allow-address',
      '2001:db8::1',
    ]
    const renamed = ['--name', 'Corner', '--actor', 'Grace', '--reason', 'They moved']
    await call(
      'partner',
      'update',
      'SHOP',
      ...renamed,
      ...origins,
      ...settings,
      ...signing,
      '--callback-url',
      '',
    )
    const unsigned = await rig.partner('GET', '/api/v2/partner/currency')
    expect(statusAndCode(unsigned)).toEqual([401, 'credentials_invalid'])
    const shown = await call('partner', 'show', 'SHOP')
    expect(shown).toMatchObject({
      name: 'Corner',
      origins: ['https://a.test', 'https://b.test'],
      callback_url: null,
      statuses: 'plain',
      require_timestamp: true,
      least_signature_version: 2,
      allowed_addresses: ['192.0.2.0/24', '2001:db8::1'],
      first_order_free: true,
      acts: [
        {
          act: 'update',
          actor: 'Grace',
          reason: 'They moved',
          detail: {
            name: { before: 'SHOP', after: 'Corner' },
            callback_url: { before: 'http://shop.test/callbacks', after: null },
          },
        },
      ],
    })
    await call(
      'partner',
      'update',
      'Corner',
      '--require-timestamp',
      'no',
      '--no-origins',
      '--least-signature-version',
      '1',
      '--any-address',
    )
    expect((await rig.partner('GET', '/api/v2/partner/currency')).status).toBe(200)
    const page = await rig.send('GET', `/w/${await rig.openRequest()}`)
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors http://demo.test')
  })

  test('a partner gets a new receiver, which counts as one that wants callbacks', async () => {
    rig.receiverAnswers(() => ({ is: 'gone' }))
    await rig.placeOrder()
    await rig.work.tick()
    expect(await call('partner', 'show', 'SHOP')).toMatchObject({ callbacks_off_at: expect.any(String) })
    const moved = await call('partner', 'update', 'SHOP', '--callback-url', 'http://new.test/callbacks')
    expect(moved).toMatchObject({ callbacks_off_at: null })
  })
})

test('a new partner keeps who made it and why', async () => {
  await call('partner', 'create', '--name', 'Kiosk', '--actor', 'Grace', '--reason', 'Contract of May')
  expect(await call('partner', 'show', 'Kiosk')).toMatchObject({
    acts: [{ act: 'create', actor: 'Grace', reason: 'Contract of May', detail: { name: 'Kiosk' } }],
  })
  await call('partner', 'create', '--name', 'Booth')
  expect(await call('partner', 'show', 'Booth')).toMatchObject({ acts: [{ actor: 'ada', reason: null }] })
})

test('a partner cannot take the name of another, since the command line would then find neither', async () => {
  const taken = await rig.runCommand('partner', 'update', 'SHOP', '--name', 'RIVAL', '--statuses', 'plain')
  expect(taken).toMatchObject({
    ok: false,
    output: 'There is a partner RIVAL already, with the API key RIVAL; nothing was changed.',
  })
  expect(await call('partner', 'show', 'SHOP')).toMatchObject({ name: 'SHOP', statuses: 'all', acts: [] })
  expect(await call('partner', 'show', 'RIVAL')).toMatchObject({ api_key: 'RIVAL' })
  expect(await call('partner', 'update', 'SHOP', '--name', 'SHOP')).toMatchObject({ name: 'SHOP' })
})

describe('an address that live would never call', () => {
  const callIn = (mode: 'live' | 'sandbox', ...words: string[]) =>
    answerCall(exchangeCommands, words, (work) => work({ ...commandDepsOf(rig.exchange), mode }))
  const creating = ['partner', 'create', '--name', 'Corner']
  const updating = ['partner', 'update', 'SHOP']

  for (const [option, address, sentence] of [
    ['--callback-url', 'http://shop.example.com/cb', 'Live sends callbacks over https alone'],
    ['--callback-url', 'https://127.0.0.1/cb', '127.0.0.1 is not on the public internet'],
    ['--callback-url', 'https://127.1/cb', '127.0.0.1 is not on the public internet'],
    ['--callback-url', 'https://10.1.2.3/cb', '10.1.2.3 is not on the public internet'],
    ['--callback-url', 'https://[::1]/cb', '[::1] is not on the public internet'],
    ['--callback-url', 'https://localhost:9000/cb', 'localhost is not on the public internet'],
    ['--callback-url', 'https://shop.localhost/cb', 'shop.localhost is not on the public internet'],
    ['--origin', 'http://shop.example.com', 'Live shows the widget on https pages alone'],
  ] as const)
    test(`the option ${option} ${address} is refused in live for a new or changed partner, and taken in a sandbox`, async () => {
      const before = await call('partner', 'list')
      for (const words of [creating, updating]) {
        const { ok, output } = await callIn('live', ...words, option, address)
        expect([ok, output]).toEqual([false, expect.stringContaining(sentence)])
      }
      expect(await call('partner', 'list')).toEqual(before)
      for (const words of [creating, updating])
        expect(await callIn('sandbox', ...words, option, address)).toMatchObject({ ok: true })
    })

  test('a partner on the public internet, or one without a receiver, has no address that live would never call', async () => {
    const pages = ['--origin', 'https://shop.example.com']
    for (const address of ['https://shop.example.com/cb', 'https://1.1.1.1/cb'])
      expect(await callIn('live', ...updating, ...pages, '--callback-url', address)).toMatchObject({
        ok: true,
      })
    expect(await callIn('live', ...updating, '--callback-url', '')).toMatchObject({ ok: true })
    expect(await callIn('live', ...creating, ...pages)).toMatchObject({ ok: true })
  })
})

describe('a rotation of a partner’s credentials', () => {
  test('a rotation of a key and a secret lets the old ones in until their time, and the new ones at once', async () => {
    const { api_key: apiKey = '', secret = '' } = await rotate('--key', '--secret', '--overlap', '30m')
    for (const as of [{}, { apiKey }, { secret }, { apiKey, secret }]) expect(await isLetIn(as)).toBe(true)
    rig.pass(30 * 60_000)
    for (const as of [{}, { apiKey }, { secret }]) expect(await isLetIn(as)).toBe(false)
    expect(await isLetIn({ apiKey, secret })).toBe(true)
    expect(await isLetIn({ apiKey: rival.apiKey, secret })).toBe(false)
  })

  test('a rotation with no overlap ends the old secret within a second, and so does a second rotation', async () => {
    const first = await rotate('--secret', '--overlap', '0s')
    expect(await isLetIn({})).toBe(false)
    const second = await rotate('--secret', '--overlap', '1h')
    expect(await isLetIn({ secret: first.secret ?? '' })).toBe(true)
    await rotate('--secret', '--overlap', '1h')
    expect(await isLetIn({ secret: first.secret ?? '' })).toBe(false)
    expect(await isLetIn({ secret: second.secret ?? '' })).toBe(true)
  })

  test('a rotation of a callback secret signs with the new one, and also with the old one while that holds', async () => {
    const { callback_secret: fresh = '' } = await rotate('--callback-secret', '--overlap', '1h')
    await rig.placeOrder()
    await rig.work.tick()
    expect(rig.deliveries.at(-1)).toMatchObject({ secret: fresh, formerSecret: shop.callbackSecret })
    rig.pass(60 * 60_000)
    await rig.placeOrder()
    await rig.work.tick()
    expect(rig.deliveries.at(-1)).toMatchObject({ secret: fresh, formerSecret: null })
  })
})

describe('a suspended partner', () => {
  const suspend = () => call('partner', 'suspend', 'SHOP', '--reason', 'They sell nothing')
  const refused = [403, 'partner_suspended']

  test('a suspended partner is refused, with its clients and its widgets, until it is resumed; others are not', async () => {
    const client = await registerClient(rig)
    const entry = await rig.openRequest()
    const login = {
      email: client.email,
      password: 'correct horse battery',
      client_ip: '192.0.2.1',
      remote_country: 'DE',
    }
    const ts = (await rig.partner('POST', '/api/v2/partner/client/login', login)).at('ts')
    expect(await suspend()).toMatchObject({ state: 'suspended', changed: true })

    const body = createBody('while-suspended')
    expect(statusAndCode(await rig.partner('POST', createPath, body))).toEqual(refused)
    expect(statusAndCode(await rig.partner('POST', '/api/v2/partner/create_request', {}))).toEqual(refused)
    expect(statusAndCode(await rig.partner('GET', '/api/v1/partner/order/list'))).toEqual(refused)
    expect(statusAndCode(await client.send('GET', '/api/v2/client/balance'))).toEqual(refused)
    expect(statusAndCode(await rig.widget('POST', '/api/v2/client/session', { ts }))).toEqual(refused)
    expect(statusAndCode(await rig.widget('GET', `/api/widget/${entry}`))).toEqual(refused)
    const page = await rig.send('GET', `/w/${entry}`)
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('no money has moved')])
    expect(page.text).toMatch(/<p class="brand">.+ with Cambio<\/p>/)
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors http://shop.test')
    const guess = signRequest('wrong', createPath, JSON.stringify(body))
    const guessed = await rig.partner('POST', createPath, body, { headers: { 'API-Signature': guess } })
    expect(statusAndCode(guessed)).toEqual([401, 'credentials_invalid'])
    const other = await rig.partner('GET', '/api/v2/partner/currency', undefined, { as: rival })
    expect(other.status).toBe(200)

    await call('partner', 'resume', 'SHOP', '--reason', 'They do now')
    expect((await rig.partner('POST', createPath, body)).status).toBe(200)
    expect((await client.send('GET', '/api/v2/client/balance')).status).toBe(200)
    expect((await rig.widget('GET', `/api/widget/${entry}`)).status).toBe(200)
  })

  test('a suspended partner’s orders in flight go to their end, with callbacks and with their buyers looking on', async () => {
    const order = await rig.placeOrder()
    await rig.charge(order, 'held')
    const [attempt] = await rig.attempts(order.orderId)
    await suspend()
    rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
    await rig.settle()
    const view = await rig.widget('GET', order.path, undefined, order.session)
    expect([view.status, view.at('order.status')]).toEqual([200, 'finished'])
    expect((await rig.send('GET', `/w/${order.entry}`)).status).toBe(200)
    expect(rig.deliveries.at(-1)?.body).toContain('"finished"')
  })

  test('a suspended partner’s order that waits for its money has no card charged any more', async () => {
    const order = await rig.placeOrder()
    await suspend()
    expect(statusAndCode(await rig.charge(order, 'held'))).toEqual(refused)
    expect(await rig.attempts(order.orderId)).toEqual([])
    await rig.settle()
    const view = await rig.widget('GET', order.path, undefined, order.session)
    expect(view.at('order.status')).toBe('expired')
  })

  test('a suspended partner is suspended once, and the act is kept with the reason', async () => {
    await suspend()
    expect(await suspend()).toMatchObject({ state: 'suspended', changed: false })
    const reason = 'They sell nothing'
    expect(await call('partner', 'show', 'SHOP')).toMatchObject({
      state: 'suspended',
      acts: [{ act: 'suspend', reason, actor: 'ada' }],
    })
  })
})

describe('sign-out by the operator', () => {
  const statusOf = (reply: Reply) => reply.status
  const balance = '/api/v2/client/balance'

  test('signing out one client ends that client’s sessions alone, also those in the widget', async () => {
    const [one, other] = [await registerClient(rig), await registerClient(rig)]
    const entry = await rig.openRequest()
    const session = await rig.buyerAt(entry, one.email)
    const ended = await call('client', 'sign-out', one.externalId, '--partner', 'SHOP')
    expect(ended).toMatchObject({ sessions_ended: 2, login_tokens_ended: 0 })
    expect([await one.send('GET', balance), await other.send('GET', balance)].map(statusOf)).toEqual([
      401, 200,
    ])
    const reply = await rig.widget('POST', `/api/widget/${entry}/order`, { quote_id: 'q' }, session)
    expect(reply.at('code')).toBe('session_invalid')
    expect(await call('client', 'sign-out', other.email.toUpperCase(), '--partner', 'SHOP')).toMatchObject({
      sessions_ended: 1,
    })
  })

  test('signing out one client changes its credentials’ version, so that a sign-in under way fails', async () => {
    const client = await registerClient(rig)
    const login = {
      email: client.email,
      password: 'correct horse battery',
      client_ip: '192.0.2.1',
      remote_country: 'DE',
    }
    const versions = () =>
      rig.query<{ version: number }>(
        statement('select credentials_version as version from client where email = $1', client.email),
      )
    const [before] = await versions()
    expect(await call('client', 'sign-out', client.email, '--partner', 'SHOP')).toMatchObject({
      sessions_ended: 1,
    })
    expect((await versions())[0]?.version).toBe((before?.version ?? 0) + 1)
    expect((await rig.partner('POST', '/api/v2/partner/client/login', login)).status).toBe(200)
  })

  test('signing out a partner ends its clients’ sessions and login tokens, and nobody else’s', async () => {
    const [mine, theirs] = [await registerClient(rig), await registerClient(rig, {}, rival)]
    const login = {
      email: mine.email,
      password: 'correct horse battery',
      client_ip: '192.0.2.1',
      remote_country: 'DE',
    }
    const ts = (await rig.partner('POST', '/api/v2/partner/client/login', login)).at('ts')
    const ended = await rig.runCommand('partner', 'sign-out', 'SHOP', '--reason', 'A leak')
    expect(ended.output).toBe('Ended 1 session and 1 login token.')
    expect([await mine.send('GET', balance), await theirs.send('GET', balance)].map(statusOf)).toEqual([
      401, 200,
    ])
    expect((await rig.widget('POST', '/api/v2/client/session', { ts })).at('code')).toBe('ts_invalid')
  })
})
