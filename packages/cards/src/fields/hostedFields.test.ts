import { beforeEach, describe, expect, test } from 'vitest'
import type { BuiltFrame } from './BuiltFrame.ts'
import type { FieldsFrameSession, FieldsVault } from './FieldsVault.ts'
import { hostedFields } from './hostedFields.ts'
import { nonceHeader } from './nonceHeader.ts'
import { PageData } from './PageData.ts'
import type { SubmittedCard, SubmittedCode } from './SubmittedCard.ts'

const paymentUrl = 'https://pay.example'
const card = { number: '4111111111111111', exp_month: '01', exp_year: '2038', code: '123' }

const open: FieldsFrameSession = {
  id: 'session-1',
  state: 'open',
  parentOrigin: 'https://exchange.example',
  ancestors: ['https://exchange.example', 'https://shop.example:8443'],
  locale: 'de-AT',
  theme: { accent: '#ff0000' },
  sandbox: true,
  storedCard: null,
  mayStore: false,
  wallets: null,
}

const frame: BuiltFrame = {
  script: '/fields/assets/main-1.js',
  fonts: new Map(),
  assets: new Map([
    [
      'main-1.js',
      {
        type: 'text/javascript',
        plain: bytes('plain'),
        gzip: async () => bytes('gzipped'),
        br: async () => bytes('brotli'),
      },
    ],
  ]),
}

let sessions: Map<string, FieldsFrameSession>
let taken: { id: string; card: SubmittedCard | SubmittedCode }[]
let app: ReturnType<typeof hostedFields>
let now: Date

beforeEach(() => {
  sessions = new Map([[open.id, open]])
  taken = []
  now = new Date('2026-11-20T10:00:00Z')
  const vault: FieldsVault = {
    session: async (id) => sessions.get(id) ?? null,
    async submitCard(id, handedCard) {
      const session = sessions.get(id)
      if (!session || session.state === 'expired') return 'expired'
      if (session.state !== 'open') return 'used'
      sessions.set(id, { ...session, state: 'complete' })
      taken.push({ id, card: handedCard })
      return 'done'
    },
    submitWallet: async () => 'invalid',
    appleSession: async () => 'refused',
  }
  const pageKey = new Uint8Array(32).fill(7)
  app = hostedFields({ vault, clock: { now: () => now }, frame, pageKey }, { paymentUrl, limitsFactor: 1 })
})

describe('the page of a session', () => {
  test('the page may be held by the origins of its session and fetches from nowhere but its own', async () => {
    const { headers } = await app.request('/fields/frame/session-1')
    expect(policy(headers)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'font-src': "'self'",
      'connect-src': "'self'",
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': 'https://exchange.example https://shop.example:8443',
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    })
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('permissions-policy')).toContain('payment=()')
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('x-frame-options')).toBeNull()
  })

  test('the page lets no ancestor write into its policy', async () => {
    const evil = [
      'https://a.example;script-src *',
      "https://b.example, 'unsafe-inline'",
      'https://*',
      'data:',
    ]
    sessions.set('session-1', { ...open, ancestors: [...evil, 'https://[::1]:3000'] })
    const some = policy((await app.request('/fields/frame/session-1')).headers)
    expect(some['frame-ancestors']).toBe('https://[::1]:3000')
    expect(some['script-src']).toBe("'self'")
    sessions.set('session-1', { ...open, ancestors: evil })
    const none = policy((await app.request('/fields/frame/session-1')).headers)
    expect(none['frame-ancestors']).toBe("'none'")
  })

  test('the page carries its data as text that cannot become markup, and no script or style of its own', async () => {
    const origin = `"><script>alert(1)</script>`
    sessions.set('session-1', { ...open, parentOrigin: origin })
    const { page, data } = await load()
    expect(data.parent_origin).toBe(origin)
    expect(page.match(/<script\b[^>]*>/g)).toEqual(['<script type="module" src="/fields/assets/main-1.js">'])
    expect(page).not.toMatch(/\sstyle=|<style|\son\w+=/i)
  })

  test.each([
    ['de-AT', 'de', 'Kartennummer'],
    ['tlh', 'en', 'Card number'],
    [null, 'en', 'Card number'],
  ])('the page brings the words of the one language that %s asks for', async (locale, tag, number) => {
    sessions.set('session-1', { ...open, locale })
    const { page, data } = await load()
    expect(data.language).toMatchObject({ tag, messages: { number } })
    expect(page).not.toContain('Numéro')
    expect(page).not.toContain(tag === 'de' ? 'Card number' : 'Kartennummer')
  })

  test('the page offers the seven test cards in the sandbox and knows none of them outside', async () => {
    const inSandbox = await load()
    expect(inSandbox.data.test_cards.map((one) => `${one.number} ${one.exp_month}/${one.exp_year}`)).toEqual([
      '4111111111111111 01/2038',
      '4111111111111111 02/2038',
      '4111111111111111 03/2038',
      '4111111111111111 05/2038',
      '4111111111111111 06/2038',
      '4111111111111111 12/2038',
      '4111111111111111 12/2039',
    ])
    sessions.set('session-1', { ...open, sandbox: false })
    const live = await load()
    expect(live.data.test_cards).toEqual([])
    expect(live.page).not.toContain('4111')
  })

  test('the page still talks to the page above when the session is over, and is unknown when it never was', async () => {
    sessions.set('session-1', { ...open, state: 'expired' })
    expect((await app.request('/fields/frame/session-1')).status).toBe(410)
    expect((await load()).data).toMatchObject({ state: 'expired', parent_origin: 'https://exchange.example' })
    expect((await app.request('/fields/frame/session-2')).status).toBe(404)
  })
})

describe('handing a card in', () => {
  test('a card reaches the vault once, as it was typed', async () => {
    const answer = await submitCard(card)
    expect([answer.status, await answer.json()]).toEqual([200, { state: 'done' }])
    expect(taken).toEqual([{ id: 'session-1', card }])
    const again = await submitCard(card)
    expect([again.status, await again.json()]).toEqual([409, { state: 'used' }])
    expect(taken).toHaveLength(1)
  })

  test('a card is too late once the session is over', async () => {
    sessions.set('session-1', { ...open, state: 'expired' })
    expect((await submitCard(card)).status).toBe(410)
  })

  test.each([
    ['no proof of our page', { [nonceHeader]: '' }],
    ['a made-up proof', { [nonceHeader]: 'A'.repeat(43) }],
    ['another origin', { Origin: 'https://exchange.example' }],
    ['no origin that has a name', { Origin: 'null' }],
    ['another site', { 'Sec-Fetch-Site': 'same-site' }],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['text, which needs no asking first', { 'Content-Type': 'text/plain' }],
  ])('a card is refused with %s', async (_, headers) => {
    const answer = await submitCard(card, headers)
    expect([answer.status, await answer.json()]).toEqual([403, { state: 'forbidden' }])
    expect(taken).toEqual([])
  })

  test('a card is refused with the proof of another session', async () => {
    sessions.set('session-2', { ...open, id: 'session-2' })
    const { data } = await load('session-2')
    expect((await submitCard(card, { [nonceHeader]: data.nonce })).status).toBe(403)
  })

  test.each([
    ['a wrong check digit', { ...card, number: '4111111111111112' }],
    ['spaces in the number', { ...card, number: '4111 1111 1111 1111' }],
    ['a number too short', { ...card, number: '41111111111' }],
    ['month 13', { ...card, exp_month: '13' }],
    ['a short year', { ...card, exp_year: '38' }],
    ['a past month', { ...card, exp_month: '10', exp_year: '2026' }],
    ['a code of two digits', { ...card, code: '12' }],
    ['a code as a number', { ...card, code: 123 }],
    ['nothing', null],
    ['a list', [card]],
  ])('a card is refused with %s', async (_, body) => {
    const answer = await submitCard(body)
    expect([answer.status, await answer.json()]).toEqual([422, { state: 'invalid' }])
    expect(taken).toEqual([])
  })

  test('a card is refused when it names a member twice, since others may read the other one', async () => {
    const twice = JSON.stringify(card).replace('{', `{"number":"5555555555554444",`)
    const { data } = await load()
    const answer = await app.request('/fields/sessions/session-1/card', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [nonceHeader]: data.nonce },
      body: twice,
    })
    expect([answer.status, await answer.json()]).toEqual([422, { state: 'invalid' }])
    expect(taken).toEqual([])
  })

  test('a card is refused when it is no JSON, and the answer repeats nothing of it', async () => {
    const { data } = await load()
    const answer = await app.request('/fields/sessions/session-1/card', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [nonceHeader]: data.nonce },
      body: '{"number": 4111111111111111',
    })
    expect([answer.status, await answer.text()]).toEqual([422, '{"state":"invalid"}'])
  })

  test('a card is taken to the end of its month wherever the buyer is', async () => {
    const november = { ...card, exp_month: '11', exp_year: '2026' }
    now = new Date('2026-12-01T11:59:59Z')
    expect((await submitCard(november)).status).toBe(200)
    sessions.set('session-1', open)
    now = new Date('2026-12-01T12:00:00Z')
    expect((await submitCard(november)).status).toBe(422)
  })
})

describe('the files of the frame', () => {
  test('its files are kept for ever, since a changed file has another name', async () => {
    const { headers } = await app.request('/fields/assets/main-1.js')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-type')).toBe('text/javascript')
  })

  test.each([
    ['gzip, deflate, br', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzipped'],
    ['gzip, br;q=0', 'gzip', 'gzipped'],
    ['identity', null, 'plain'],
  ])('its files are sent to a browser that takes "%s" as %s', async (accepted, coding, body) => {
    const answer = await app.request('/fields/assets/main-1.js', { headers: { 'Accept-Encoding': accepted } })
    expect(answer.headers.get('content-encoding')).toBe(coding)
    expect(await answer.text()).toBe(body)
  })

  test('its files are a closed list', async () => {
    for (const path of ['/fields/assets/other.js', '/fields/assets/..%2F.vite%2Fmanifest.json']) {
      expect((await app.request(path)).status).toBe(404)
    }
  })
})

async function load(id = 'session-1'): Promise<{ page: string; data: PageData }> {
  const page = await (await app.request(`/fields/frame/${id}`)).text()
  const content = /<meta name="fields-session" content="([^"]*)"/.exec(page)?.[1] ?? ''
  const text = content
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  return { page, data: PageData.parse(JSON.parse(text)) }
}

async function submitCard(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const { data } = await load()
  return app.request('/fields/sessions/session-1/card', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: paymentUrl,
      'Sec-Fetch-Site': 'same-origin',
      [nonceHeader]: data.nonce,
      ...headers,
    },
    body: JSON.stringify(body),
  })
}

function policy(headers: Headers): Record<string, string> {
  const directives = (headers.get('content-security-policy') ?? '').split('; ')
  return Object.fromEntries(directives.map((directive) => directive.split(/ (.*)/).slice(0, 2)))
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text))
}
