import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { contrast } from '@cambio/wire/theme/contrast.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepLegalNotice } from '../../src/store/legalNotices.ts'
import { registerClient } from '../client/registerClient.ts'
import { clientKey, openRig, type Reply, type Rig } from '../rig.ts'

let rig: Rig
let folder: string
beforeAll(async () => {
  rig = await openRig(
    {},
    {
      LEGAL_NAME: 'Muster & Söhne AG',
      LEGAL_VERSION: '2026-02',
      LEGAL_TERMS_URL: 'https://muster.example/{language}/terms',
      LEGAL_HELP_URL: 'mailto:help@muster.example',
      LEGAL_LANGUAGES: 'en,de',
    },
  )
  folder = await mkdtemp(join(tmpdir(), 'brand-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await rig.close()
})

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="#123456"/></svg>'

async function fileOf(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** A call of the operator's, with what it answers. */
async function update(...options: string[]) {
  const { output, ok } = await rig.runCommand('partner', 'update', 'SHOP', ...options, '--json')
  rig.pass(1_000)
  return { output, ok }
}

test('a theme of the operator’s, and one of a request over it, are in the page, its policy and the view', async () => {
  const theme = { tokens: { accent: '#ffd400', radius: '4px', font: 'inter' }, dark: { accent: '#ffd400' } }
  const { output, ok } = await update('--theme', await fileOf('theme.json', JSON.stringify(theme)))
  expect(ok, output).toBe(true)
  expect(JSON.parse(output)).toMatchObject({
    theme,
    theme_corrections: expect.arrayContaining([
      expect.objectContaining({ appearance: 'light', token: 'accent', was: '#ffd400', least: 4.5 }),
    ]),
  })
  const entry = await rig.openRequest({ theme: { tokens: { radius: '24px' } } })
  const page = await rig.send('GET', `/w/${entry}`)
  const [, style = ''] = /<style>(.*)<\/style>/.exec(page.text) ?? []
  expect(style).toContain('--radius:24px')
  expect(style).toMatch(/--accent:light-dark\(#\w{6},#ffd400\)/)
  expect(style).toContain('url(/widget/fonts/inter-latin.woff2)')
  expect(page.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-[\w+/]{43}='/)
  expect((await rig.send('GET', '/widget/fonts/inter-latin.woff2')).headers.get('content-type')).toBe(
    'font/woff2',
  )
  const view = await rig.widget('GET', `/api/widget/${entry}`)
  expect(view.at('partner.theme')).toMatchObject({
    tokens: { radius: '24px', font: 'inter' },
    dark: { accent: '#ffd400' },
  })

  expect((await update('--theme', '')).ok).toBe(true)
  const plain = await rig.openRequest()
  expect((await rig.send('GET', `/w/${plain}`)).text).not.toContain('<style>')
})

test('the pages around the bank look as the request did', async () => {
  const order = await rig.placeOrder({
    fixed: { theme: { light: { accent: '#8a1c4b' }, tokens: { font: 'lora' } } },
  })
  await rig.charge(order, 'challenged')
  const [attempt] = await rig.attempts(order.orderId)
  const back = await rig.send('GET', `/paystatus/${clientKey}/${attempt?.platformOrderId}/`)
  const [, style = ''] = /<style>(.*)<\/style>/.exec(back.text) ?? []
  expect(style).toContain('--accent:light-dark(#8a1c4b,#8fb1ff)')
  expect(style).toContain('url(/widget/fonts/lora-latin.woff2)')
  expect(back.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/)
})

test('the mail with a code looks as the request did, and loads nothing', async () => {
  const theme = { light: { accent: '#ffee00', background: '#fffff0' } }
  const entry = await rig.openRequest({ theme })
  await rig.widget('POST', `/api/widget/${entry}/code`, { email: 'bean@example.com' })
  const [mail] = await rig.stores.outbox.newest(1)
  const { text } = await rig.send('GET', '/sandbox/outbox')
  expect(text).toContain(`<a href="/sandbox/outbox/${mail?.number}">`)
  const shown = await rig.send('GET', `/sandbox/outbox/${mail?.number}`)
  expect(shown.text).toContain('background:#fffff0')
  const [, accent = ''] = /color:(#\w{6})">\d{6}</.exec(shown.text) ?? []
  expect(contrast(accent, '#fffff0')).toBeGreaterThanOrEqual(4.5)
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('a theme that is none is refused at the door and by the command, and changes nothing', async () => {
  const bad = { tokens: { accent: 'red;}' } }
  const refused = await rig.partner('POST', '/api/v2/partner/create_request', { theme: bad })
  expect([refused.status, refused.at('code')]).toEqual([400, 'validation_failed'])
  const { output, ok } = await update('--theme', await fileOf('bad.json', JSON.stringify(bad)))
  expect(ok).toBe(false)
  expect(output).toContain('accent must be a colour such as #2450d8')
  expect((await update('--theme', await fileOf('broken.json', '{'))).ok).toBe(false)
})

test('a logo is served from our origin as a picture alone, and one that runs is refused', async () => {
  const { output, ok } = await update('--logo', await fileOf('logo.svg', svg))
  expect(ok, output).toBe(true)
  const view = await rig.widget('GET', `/api/widget/${await rig.openRequest()}`)
  const path = view.at('partner.logo')
  expect(path).toMatch(/^\/widget\/logos\/[\w-]{22}\.svg$/)
  const logo = await rig.send('GET', String(path))
  expect([logo.status, logo.text, logo.headers.get('content-type')]).toEqual([200, svg, 'image/svg+xml'])
  expect(logo.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(logo.headers.get('content-security-policy')).toContain('sandbox')
  expect((await rig.send('GET', '/widget/logos/other.svg')).status).toBe(404)

  const running = await update('--logo', await fileOf('bad.svg', svg.replace('<path', '<script/><path')))
  expect(running.ok).toBe(false)
  expect(running.output).toContain('the element script')
  expect((await update('--logo', '')).ok).toBe(true)
})

test('who operates the exchange stands on its pages in the reader’s language, and stays with the order', async () => {
  const order = await placeChallenged('top')
  const notice = {
    version: '2026-02',
    name: 'Muster & Söhne AG',
    terms_url: 'https://muster.example/{language}/terms',
    privacy_url: null,
    help_url: 'mailto:help@muster.example',
    card_holder: null,
    languages: ['en', 'de'],
  }
  expect((await rig.widget('GET', order.path)).at('legal')).toEqual(notice)
  const headers = { 'Accept-Language': 'de-AT' }
  const paths = [`/w/${order.entry}`, order.page, order.back]
  for (const path of paths) {
    const foot = footOf(await rig.send('GET', path, { headers }))
    expect(foot, path).toContain('Muster &amp; Söhne AG')
    expect(foot, path).toContain('<a href="https://muster.example/de/terms">AGB</a>')
    expect(foot, path).not.toContain('Datenschutz')
  }
  const french = await rig.send('GET', order.page, { headers: { 'Accept-Language': 'fr' } })
  expect(french.text).toContain('<a href="https://muster.example/en/terms">Conditions</a>')
  const framed = await placeChallenged('frame')
  expect((await rig.send('GET', framed.page)).text).not.toContain('<footer')

  // The settings name another version from now on, as a process that starts with them would.
  await keepLegalNotice(rig.query, { ...notice, version: '2026-03' }, new Date())
  const shown = async () =>
    JSON.parse((await rig.runCommand('order', 'show', order.orderId, '--json')).output)
  expect(await shown()).toMatchObject({ legal_notice: notice })
  // Orders of before have it beside their row.
  for (const text of [
    'insert into order_legal_notice select id, legal_notice_id from orders where id = $1',
    'update orders set legal_notice_id = null where id = $1',
  ])
    await rig.owner.query(statement(text, order.orderId))
  expect(await shown()).toMatchObject({ legal_notice: notice })
  const change = statement('update legal_notice set version = $1', 'another')
  await expect(rig.query(change)).rejects.toThrow('permission denied')
})

test('who operates the exchange stands on the pages that a buyer did not look for, too', async () => {
  const { externalId } = await registerClient(rig)
  const asked = `/api/v2/partner/client/verification_url?client_external_id=${externalId}`
  const verification = new URL(String((await rig.partner('GET', asked)).at('verification_url'))).pathname
  const entry = await rig.openRequest()
  const headers = { Accept: 'text/html' }
  const suspended = ['suspend', 'SHOP', '--reason', 'They sell nothing']
  expect((await rig.runCommand('partner', ...suspended)).ok).toBe(true)
  const foreign = { headers: { ...headers, 'Sec-Fetch-Site': 'cross-site' } }
  const pages = [
    [404, await rig.send('GET', '/nothing/is/here', { headers })],
    [403, await rig.send('GET', `/w/${entry}`, { headers })],
    [200, await rig.send('GET', verification, { headers })],
    [403, await rig.send('GET', '/sandbox/outbox', foreign)],
    [404, await rig.send('POST', verification, { headers })],
    [200, await rig.send('POST', verification, { headers, body: 'decision=refuse' })],
  ] as const
  expect((await rig.runCommand('partner', 'resume', 'SHOP', '--reason', 'They do now')).ok).toBe(true)
  for (const [status, page] of pages) {
    expect(page.status, page.text).toBe(status)
    expect(footOf(page), page.text).toContain('Muster &amp; Söhne AG')
  }
})

const footOf = ({ text }: Reply): string => /<footer.*<\/footer>/s.exec(text)?.[0] ?? ''

/** Places an order whose bank challenges the buyer, with the paths that lead there and back. */
async function placeChallenged(returnTo: 'frame' | 'top') {
  const order = await rig.placeOrder()
  const form = await rig.widget('POST', `${order.path}/fields`, {}, order.session)
  const session_id = String(form.at('session_id'))
  rig.card.fill(session_id, 'challenged')
  const body = { session_id, challenge: returnTo }
  const charged = await rig.widget('POST', `${order.path}/charge`, body, order.session)
  const [attempt] = await rig.attempts(order.orderId)
  return {
    ...order,
    page: new URL(String(charged.at('order.attempt.challenge_url'))).pathname,
    back: `/paystatus/${clientKey}/${attempt?.platformOrderId}/`,
  }
}
