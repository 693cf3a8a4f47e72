import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { bankPages } from './bankPages.ts'
import type { Challenge } from './Challenges.ts'
import { openPaRes, sealPaRes } from './PaRes.ts'

const paResKey = new Uint8Array(32).fill(3)
const transId = 'aaaff66a-904f-41ea-833e-0242ac1f0007'
const termUrl = `https://pay.example/verify/3ds/${transId}/0123456789abcdef0123456789abcdef`
const now = new Date('2026-11-20T10:00:30Z')

let challenge: Challenge
let app: ReturnType<typeof bankPages>

beforeEach(() => {
  challenge = {
    kind: '3ds',
    open: true,
    termUrl,
    descriptor: 'CAMBIO <script>',
    amount: { units: 12_345n, currency: 'EUR' },
    card: '411111******1111',
    expiresAt: new Date('2026-11-20T10:27:00Z'),
  }
  const challenges = {
    find: async (trans: string, request: string) =>
      trans === transId && request === 'secret' ? challenge : null,
  }
  app = bankPages({ challenges, clock: { now: () => now }, paResKey })
})

test('the challenge shows who asks for how much of which card, and until when', async () => {
  const page = await (await challenged()).text()
  expect(page).toContain('123.45 EUR')
  expect(page).toContain('411111******1111')
  expect(page).toContain('CAMBIO &lt;script&gt;')
  expect(page).toContain('10:27 UTC')
  expect(page).toContain('27 minutes')
})

test.each([
  ['de-AT,de;q=0.9,en;q=0.5', 'lang="de" dir="ltr"', 'Zustimmen', 'noch 27 Minuten'],
  ['ar', 'lang="ar" dir="rtl"', 'موافقة', '27'],
  ['ja, en;q=0.1', 'lang="en" dir="ltr"', 'Approve', '27 minutes left'],
])('to a reader of %s the bank says it in words that they read', async (accepted, ...said) => {
  const open = await (await challenged({}, accepted)).text()
  for (const words of said) expect(open).toContain(words)
  challenge = { ...challenge, open: false }
  const answers = [await challenged({}, accepted), await challenged({ PaReq: 'guess' }, accepted)]
  for (const answer of answers) expect(await answer.text()).toContain(said[0])
})

test.each(['approve', 'decline', 'cancel'] as const)(
  'the button %s sends the word of the bank on this transaction to the platform',
  async (decision) => {
    const page = await (await challenged()).text()
    expect(page).toContain(`<form method="post" action="${termUrl}">`)
    expect(page).toContain(`name="MD" value="${transId}"`)
    const paRes = new RegExp(`<button class="${decision}" name="PaRes" value="([^"]+)"`).exec(page)?.[1] ?? ''
    expect(openPaRes(paResKey, transId, paRes)).toBe(decision)
  },
)

test('both forms of challenge work without script, under a policy that lets in their one style', async () => {
  for (const answer of [await challenged(), await redirected()]) {
    const page = await answer.text()
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(answer.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'`,
    )
    expect(page).not.toMatch(/<script|\sstyle=/)
  }
})

test('a challenge that is answered or timed out offers no decision, only the way back', async () => {
  const decided: Challenge = { ...challenge, open: false }
  const late: Challenge = { ...challenge, expiresAt: new Date('2026-11-20T10:00:30Z') }
  for (challenge of [decided, late]) {
    const page = await (await challenged()).text()
    expect(page).not.toContain('PaRes')
    expect(page).toContain(`<form method="post" action="${termUrl}">`)
    expect(page).toContain('Continue')
  }
})

test.each([
  ['another secret', { PaReq: 'guess' }],
  ['another transaction', { MD: '11111111-1111-4111-8111-111111111111' }],
  ['another return address', { TermUrl: 'https://evil.example/verify' }],
  ['no request', { PaReq: '' }],
])('a challenge is not shown for %s', async (_, changed) => {
  const answer = await challenged(changed)
  expect(answer.status).toBe(404)
  expect(await answer.text()).not.toMatch(/<form|EUR/)
})

test('a redirect is not a 3-D Secure challenge, nor the other way round', async () => {
  expect((await app.request(`/sandbox/redirect/${transId}/secret`)).status).toBe(404)
  challenge = { ...challenge, kind: 'redirect' }
  expect((await challenged()).status).toBe(404)
})

test('the word of the bank holds for one transaction, one decision and one key', () => {
  const paRes = sealPaRes(paResKey, transId, 'decline')
  expect(openPaRes(paResKey, transId, paRes)).toBe('decline')
  expect(openPaRes(paResKey, 'another', paRes)).toBeNull()
  expect(openPaRes(new Uint8Array(32), transId, paRes)).toBeNull()
  expect(openPaRes(paResKey, transId, paRes.replace('decline', 'approve'))).toBeNull()
  for (const text of ['', 'approve', 'approve.', '.', 'toString.x']) {
    expect(openPaRes(paResKey, transId, text)).toBeNull()
  }
})

function challenged(changed: Record<string, string> = {}, accepted = 'en'): Promise<Response> | Response {
  const form = new URLSearchParams({ PaReq: 'secret', MD: transId, TermUrl: termUrl, ...changed })
  const headers = { 'Accept-Language': accepted }
  return app.request('/sandbox/3ds', { method: 'POST', body: form, headers })
}

function redirected(): Promise<Response> | Response {
  challenge = { ...challenge, kind: 'redirect' }
  return app.request(`/sandbox/redirect/${transId}/secret`)
}
