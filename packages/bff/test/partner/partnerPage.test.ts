import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBody, createPath } from '../order/createOrder.ts'
import { softAuthenticator } from '../passkey/softAuthenticator.ts'
import { openRig, shop, type Reply, type Rig } from '../rig.ts'

/* The page where a partner's contact signs in and manages the account. Its forms are what a browser sends. */

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
  const contact = await rig.runCommand('partner', 'update', shop.apiKey, '--contact', 'Ops@Shop.example')
  expect(contact.ok, contact.output).toBe(true)
})
afterEach(() => rig.close())

const origin = 'http://exchange.test'

function post(
  path: string,
  fields: Record<string, string> | readonly (readonly [string, string])[],
  { cookie, headers = { Origin: origin } }: { cookie?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const body = new URLSearchParams(fields as Record<string, string>).toString()
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return rig.send('POST', path, { body, headers: { ...form, ...headers, ...(cookie && { Cookie: cookie }) } })
}

const get = (path: string, cookie: string) => rig.send('GET', path, { headers: { Cookie: cookie } })

/** The mails to partners that were sent by now, newest first. */
async function mails(): Promise<readonly { recipient: string; body: string }[]> {
  await rig.work.tick()
  return rig.stores.outbox.newest(100)
}

/** Asks for a link and gives its path, as the mail has it. */
async function mailedLink(): Promise<string> {
  const before = (await mails()).length
  expect((await post('/partner/sign-in', { email: 'ops@shop.example' })).status).toBe(200)
  await expect.poll(mails).toHaveLength(before + 1)
  const [newest] = await mails()
  return /http:\/\/exchange\.test(\/partner\/sign-in\/\S+)/.exec(newest?.body ?? '')?.[1] ?? ''
}

async function signIn(): Promise<string> {
  const pressed = await post(await mailedLink(), {})
  expect(pressed.status).toBe(303)
  return /^[^;]+/.exec(pressed.headers.get('set-cookie') ?? '')?.[0] ?? ''
}

describe('signing in to the partner’s page', () => {
  test('a mailed link signs its contact in once, within fifteen minutes, by a press', async () => {
    const link = await mailedLink()
    for (const _ of [1, 2]) expect((await get(link, '')).text).toContain('Sign in')
    const pressed = await post(link, {})
    expect(pressed.headers.get('set-cookie')).toMatch(
      /^cambio_partner=[\w-]{43}; Max-Age=43200; Path=\/partner; HttpOnly; SameSite=Strict$/,
    )
    const cookie = /^[^;]+/.exec(pressed.headers.get('set-cookie') ?? '')?.[0] ?? ''
    expect((await get('/partner', cookie)).text).toContain('http://shop.test/callbacks')
    expect((await get('/partner?done=constructor', cookie)).text).not.toContain('native code')
    expect((await post(link, {})).status).toBe(404)
    const late = await mailedLink()
    rig.pass(15 * 60_000)
    expect((await get(late, '')).status).toBe(404)
    expect((await post(late, {})).status).toBe(404)
    const kept = await rig.query<{ token_hash: Buffer }>(statement('select token_hash from partner_session'))
    expect(kept.map(({ token_hash }) => token_hash.toString('latin1'))).not.toContain(cookie.split('=')[1])
  })

  test('nobody can tell a contact’s address from another, and each mailbox gets five links an hour', async () => {
    await rig.close()
    rig = await openRig({ limitsFactor: 1 })
    await rig.runCommand('partner', 'update', shop.apiKey, '--contact', 'ops@shop.example')
    const [known, unknown] = [
      await post('/partner/sign-in', { email: 'ops@shop.example' }),
      await post('/partner/sign-in', { email: 'nobody@shop.example' }),
    ]
    expect(unknown.text).toBe(known.text)
    for (let n = 0; n < 8; n += 1) await post('/partner/sign-in', { email: 'ops@shop.example' })
    await expect.poll(() => mails()).toHaveLength(5)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(Array(5).fill('ops@shop.example'))
    for (let n = 0; n < 10; n += 1) await post('/partner/sign-in', { email: 'nobody@shop.example' })
    const refused = await post('/partner/sign-in', { email: 'nobody@shop.example' })
    expect([refused.status, refused.text.includes('No mail was sent')]).toEqual([429, true])
  })

  test('a session ends by signing out, after twelve hours, and when the operator names another contact', async () => {
    const isIn = async (cookie: string) => (await get('/partner/settings', cookie)).status === 200
    const [one, two, three] = [await signIn(), await signIn(), await signIn()]
    expect(await isIn(one)).toBe(true)
    await post('/partner/sign-out', {}, { cookie: one })
    expect([await isIn(one), await isIn(two)]).toEqual([false, true])
    rig.pass(12 * 60 * 60_000)
    expect(await isIn(two)).toBe(false)
    const four = await signIn()
    const unused = await mailedLink()
    await rig.runCommand('partner', 'update', shop.apiKey, '--contact', 'other@shop.example')
    expect([await isIn(three), await isIn(four), (await post(unused, {})).status]).toEqual([
      false,
      false,
      404,
    ])
  })

  test('no other website can act for whoever is signed in, and no frame shows the page', async () => {
    const cookie = await signIn()
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      {},
      { Origin: origin, 'Sec-Fetch-Site': 'cross-site' },
    ] as Record<string, string>[]) {
      const refused = await post('/partner/origins', { origins: 'https://evil.example' }, { cookie, headers })
      expect([headers, refused.status]).toEqual([headers, 403])
    }
    expect((await rig.partner('GET', '/api/v2/partner/account')).at('origins')).toEqual(['http://shop.test'])
    const { headers } = await get('/partner', cookie)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('script-src')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('a suspended partner sees and sets nothing', async () => {
    const cookie = await signIn()
    await rig.runCommand('partner', 'suspend', shop.apiKey, '--reason', 'test')
    expect((await get('/partner', cookie)).status).toBe(403)
    expect((await post('/partner/origins', { origins: '' }, { cookie })).status).toBe(403)
  })
})

describe('the partner’s page', () => {
  test('whoever is signed in sets endpoints, sees what they were sent and has it sent again, under the partner’s name', async () => {
    const cookie = await signIn()
    const added = await post(
      '/partner/endpoints',
      [
        ['url', 'http://books.test/callbacks'],
        ['description', 'Books'],
        ['events', 'client_order.processing'],
      ],
      { cookie },
    )
    expect(added.text).toContain('Copy it now')
    const [endpoint] = await rig.query<{ id: string }>(statement('select id from callback_endpoint'))
    const path = `/partner/endpoints/${endpoint?.id}`
    await rig.partner('POST', createPath, createBody('page-1'))
    await rig.work.tick()
    const shown = await get(path, cookie)
    const delivery = /\/deliveries\/([\w-]+)"/.exec(shown.text)?.[1] ?? ''
    const detail = await get(`${path}/deliveries/${delivery}`, cookie)
    expect(detail.text).toContain('Status 200')
    expect(detail.text).toContain('&quot;status&quot;:&quot;processing&quot;')
    const resent = await post(`${path}/deliveries/${delivery}/resend`, {}, { cookie })
    expect(resent.status).toBe(303)
    await rig.work.tick()
    expect(rig.deliveries.filter(({ id }) => id === delivery).map(({ url }) => url)).toEqual([
      'http://shop.test/callbacks',
      'http://books.test/callbacks',
      'http://books.test/callbacks',
    ])
    const ranged = { from: '2026-01-01T00:00:00', until: '2027-01-01T00:00', state: 'any' }
    expect((await post(`${path}/resend`, ranged, { cookie })).text).toContain(
      'One callback is being sent again',
    )
    expect((await post(`${path}/test`, {}, { cookie })).text).toContain('accepted the test with status 200')
    const changed = { url: 'http://books.test/callbacks', description: '', events: 'client_order.processing' }
    expect((await post(path, changed, { cookie })).status).toBe(303)
    expect((await get(path, cookie)).text).not.toContain('Books')
    expect((await post(`${path}/rotate`, { overlap_hours: '1' }, { cookie })).text).toContain('New secret')
    expect((await post(`${path}/rotate`, { overlap_hours: '1' }, { cookie })).status).toBe(409)
    const twice = await post(
      '/partner/endpoints',
      { url: 'http://books.test/callbacks', events: 'all' },
      { cookie },
    )
    expect([twice.status, twice.text.includes('has this address already')]).toEqual([409, true])
    expect((await post(`${path}/remove`, {}, { cookie })).headers.get('location')).toBe(
      '/partner?done=removed',
    )
    const acts = await rig.query<{ act: string; actor: string; reason: string }>(
      statement(
        'select distinct act, actor, reason from partner_act where actor = $1 order by act',
        shop.apiKey,
      ),
    )
    expect(acts.map(({ act }) => act)).toEqual([
      'callback resend',
      'endpoint add',
      'endpoint change',
      'endpoint remove',
      'endpoint rotate',
    ])
    for (const { reason } of acts) expect(reason).toBe('on the page, signed in as ops@shop.example')
  })

  test('codes of withdrawals follow an address that is set on the page', async () => {
    const cookie = await signIn()
    const codes = async () =>
      (await rig.partner('GET', '/api/v2/partner/callback_endpoints')).at('data.0.codes_url')
    const url = 'http://shop.test/new'
    await rig.partner('PATCH', '/api/v2/partner/callback_endpoints/main', { url })
    expect(await codes()).toBe('http://shop.test/callbacks')
    expect((await get('/partner/endpoints/main', cookie)).text).toContain('go to http://shop.test/callbacks')
    expect((await post('/partner/endpoints/main', { url, events: 'all' }, { cookie })).status).toBe(303)
    expect(await codes()).toBe(url)
  })

  test('the theme is set and removed, its corrections are shown, and a refused one stays in its field', async () => {
    const cookie = await signIn()
    const save = (theme: string) => post('/partner/appearance/theme', { theme }, { cookie })
    const kept = async () => (await rig.partner('GET', '/api/v2/partner/account')).at('theme')
    const theme = { tokens: { accent: '#ffd400', radius: '3px' } }
    expect((await save(JSON.stringify(theme))).headers.get('location')).toBe('/partner/appearance?done=saved')
    expect((await get('/partner/appearance', cookie)).text).toMatch(/accent \(light\) from #ffd400 to #\w{6}/)
    expect((await rig.send('GET', `/w/${await rig.openRequest()}`)).text).toContain('--radius:3px')
    for (const [wrong, why] of [
      ['{"tokens":{"accent":"red"}}', 'accent must be a colour'],
      ['{"dark":{},"dark":{}}', 'names a member twice'],
      ['{<b>', 'The theme is not JSON; nothing was changed'],
    ] as const) {
      const refused = await save(wrong)
      expect([refused.status, refused.text.includes(why)], refused.text).toEqual([400, true])
    }
    expect((await save('{<b>')).text).toContain('>{&lt;b&gt;</textarea>')
    for (const type of ['multipart/form-data; boundary=x', 'multipart/form-data', 'text/plain']) {
      const headers = { Origin: origin, 'Content-Type': type }
      const { status } = await post('/partner/appearance/logo', { which: 'logo' }, { cookie, headers })
      expect([type, status]).toEqual([type, 400])
    }
    expect(await kept()).toEqual(theme)
    expect((await save('')).status).toBe(303)
    expect(await kept()).toBeNull()
    const text = `select reason, detail #> '{theme,after}' as theme from partner_act where detail ? 'theme' order by at`
    const reason = 'on the page, signed in as ops@shop.example'
    expect(await rig.query(statement(text))).toEqual([
      { reason, theme },
      { reason, theme: null },
    ])
  })

  test('settings, balances and requests are shown, and what a form gets wrong is said beside it', async () => {
    const cookie = await signIn()
    const wrong = await post('/partner/origins', { origins: 'shop.example' }, { cookie })
    expect([wrong.status, wrong.text.includes('Use an origin such as')]).toEqual([400, true])
    expect(wrong.text).toContain('>shop.example</textarea>')
    const set = await post(
      '/partner/origins',
      { origins: 'https://a.example\r\nhttps://b.example' },
      { cookie },
    )
    expect(set.headers.get('location')).toBe('/partner/settings?done=saved')
    expect((await get('/partner/settings?done=saved', cookie)).text).toContain('https://b.example')
    const rotated = await post('/partner/credentials', { which: 'secret', overlap_hours: '24' }, { cookie })
    expect(rotated.text).toContain('New credentials')
    await rig.partner('GET', '/api/v2/partner/order/nobody')
    expect((await get('/partner/requests?only=failed', cookie)).text).toContain('404 order_unknown')
    expect((await get('/partner/money', cookie)).text).toContain('There are no entries in this month')
    const csv = await get('/partner/statement.csv?month=2026-03', cookie)
    expect(csv.text).toBe('at,entry_id,kind,client_order_id,currency,amount,balance\r\n')
    for (const path of ['/partner/settings', '/partner/money', '/partner/endpoints/main'])
      expect([path, (await get(path, '')).headers.get('location')]).toEqual([path, '/partner'])
  })
})

describe('a passkey of a partner’s contact', () => {
  type Authenticator = ReturnType<typeof softAuthenticator>
  type Bent = Parameters<Authenticator['answer']>[1]
  const cookieOf = ({ headers }: Reply) => /^[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''
  const optionsOf = ({ body }: Reply) => body

  async function options(cookie: string) {
    return optionsOf(await post('/partner/passkeys/options', {}, { cookie }))
  }
  const add = (cookie: string, credential: object, name = 'My key') =>
    post('/partner/passkeys', { name, credential: JSON.stringify(credential) }, { cookie })

  /** A passkey that somebody who is signed in has added. */
  async function added(cookie: string): Promise<Authenticator> {
    const authenticator = softAuthenticator()
    const reply = await add(cookie, authenticator.answer(await options(cookie)))
    expect(reply.headers.get('location'), reply.text).toBe('/partner/passkeys?done=added')
    return authenticator
  }
  async function asked() {
    const reply = await post('/partner/passkey-sign-in/options', {})
    return { browser: cookieOf(reply), options: optionsOf(reply) }
  }
  const present = (browser: string, credential: object) =>
    post('/partner/passkey-sign-in', { credential: JSON.stringify(credential) }, { cookie: browser })

  async function signInBy(authenticator: Authenticator, bent?: Bent): Promise<Reply> {
    const { browser, options } = await asked()
    return present(browser, authenticator.answer(options, bent))
  }
  const isIn = async (cookie: string) => (await get('/partner/passkeys', cookie)).status === 200

  test('a passkey is added, signs its contact in again and again, and ends with its sessions when it is removed; each change is mailed and kept', async () => {
    const mailed = await signIn()
    const authenticator = await added(mailed)
    const [one, two] = [await signInBy(authenticator), await signInBy(authenticator)]
    expect([one.status, two.status]).toEqual([303, 303])
    const session = cookieOf(two)
    expect((await get('/partner', session)).text).toContain('http://shop.test/callbacks')
    const list = (await get('/partner/passkeys', session)).text
    expect(list).toContain('My key')
    expect(list).toContain('Remove and sign out')
    const [kept] = await rig.query<{ id: string; counter: string; backed_up: boolean; row: string }>(
      statement('select id, counter::text, backed_up, k::text as row from partner_passkey k'),
    )
    expect(kept).toMatchObject({ counter: '2', backed_up: true })
    expect((await post(`/partner/passkeys/${kept?.id}/remove`, {}, { cookie: mailed })).status).toBe(303)
    expect([await isIn(mailed), await isIn(session), (await signInBy(authenticator)).status]).toEqual([
      true,
      false,
      403,
    ])
    expect(await isIn(await signIn())).toBe(true)
    const changes = async () =>
      (await mails()).map(({ body }) => body.split('\n')[0]).filter((subject) => subject?.includes('passkey'))
    expect(new Set(await changes())).toEqual(
      new Set(['SHOP: a passkey was added', 'SHOP: a passkey was removed']),
    )
    const acts = await rig.query<{ act: string; reason: string; name: string }>(
      statement(
        `select act, reason, detail ->> 'name' as name from partner_act where act like 'passkey%' order by at, act`,
      ),
    )
    const reason = 'on the page, signed in as ops@shop.example'
    expect(acts).toEqual([
      { act: 'passkey add', reason, name: 'My key' },
      { act: 'passkey remove', reason, name: 'My key' },
    ])
  })

  const bends: readonly (readonly [string, NonNullable<Bent>])[] = [
    ['of another origin', { origin: 'https://exchange.test' }],
    ['for another host', { rpId: 'test' }],
    ['without its person verified', { isVerified: false }],
    ['in a frame of another page', { topOrigin: 'http://shop.test' }],
  ]
  test.each(bends)('a passkey made or used %s does nothing', async (_how, bent) => {
    const cookie = await signIn()
    const made = softAuthenticator().answer(await options(cookie), bent)
    expect((await add(cookie, made)).status).toBe(403)
    expect(await rig.query(statement('select 1 from partner_passkey'))).toEqual([])
    const authenticator = await added(cookie)
    expect((await signInBy(authenticator, bent)).status).toBe(403)
    expect((await signInBy(authenticator)).status).toBe(303)
  })

  test('a challenge is for the session that asked, once, within five minutes', async () => {
    const [cookie, other] = [await signIn(), await signIn()]
    const challenge = await options(cookie)
    expect((await add(other, softAuthenticator().answer(challenge))).status).toBe(403)
    expect((await add(cookie, softAuthenticator().answer(challenge))).status).toBe(303)
    expect((await add(cookie, softAuthenticator().answer(challenge))).status).toBe(403)
    const late = await options(cookie)
    rig.pass(5 * 60_000)
    expect((await add(cookie, softAuthenticator().answer(late))).status).toBe(403)

    const authenticator = await added(cookie)
    const [mine, others] = [await asked(), await asked()]
    expect((await present(others.browser, authenticator.answer(mine.options))).status).toBe(403)
    expect((await present(mine.browser, authenticator.answer(mine.options))).status).toBe(303)
    expect((await present(mine.browser, authenticator.answer(mine.options))).status).toBe(403)
    const expired = await asked()
    rig.pass(5 * 60_000)
    expect((await present(expired.browser, authenticator.answer(expired.options))).status).toBe(403)
    // What was asked for adding signs nobody in.
    expect((await present(cookie, authenticator.answer(await options(cookie)))).status).toBe(403)
  })

  test('a passkey that is unknown, another person’s, or a copy whose count stands still signs nobody in', async () => {
    const cookie = await signIn()
    const authenticator = await added(cookie)
    expect((await signInBy(softAuthenticator())).status).toBe(403)
    expect((await signInBy(authenticator, { handle: 'c29tZWJvZHk' })).status).toBe(403)
    expect((await signInBy(authenticator, { counter: 7 })).status).toBe(303)
    expect((await signInBy(authenticator, { counter: 7 })).status).toBe(403)
    expect((await signInBy(authenticator, { counter: 8 })).status).toBe(303)
    const nothing = await post('/partner/passkeys', { name: 'x', credential: '{' }, { cookie })
    expect([nothing.status, nothing.text.includes('nothing was added')]).toEqual([400, true])
    expect((await present('', { id: 'x' })).status).toBe(403)
  })

  test('a passkey opens nothing once the operator names another contact, who sees none of it, and serves a suspended partner nothing', async () => {
    const authenticator = await added(await signIn())
    const before = cookieOf(await signInBy(authenticator))
    await rig.runCommand('partner', 'suspend', shop.apiKey, '--reason', 'test')
    expect((await get('/partner/passkeys', before)).status).toBe(403)
    await rig.runCommand('partner', 'resume', shop.apiKey, '--reason', 'test')
    await rig.runCommand('partner', 'update', shop.apiKey, '--contact', 'other@shop.example')
    expect([await isIn(before), (await signInBy(authenticator)).status]).toEqual([false, 403])
  })
})
