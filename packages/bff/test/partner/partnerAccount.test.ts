import { text } from 'node:stream/consumers'
import { chart } from '@cambio/exchange/books/chart.ts'
import { credit, debit, type Journal } from '@cambio/exchange/books/Journal.ts'
import { partnerPaidOut } from '@cambio/exchange/books/partnerPaidOut.ts'
import { codeMail } from '@cambio/rails/mail/codeMail.ts'
import { answer, mailServer, mailTo } from '@cambio/rails/testing/mail/smtpRig.ts'
import { silentLog } from '@cambio/server/log.ts'
import { postJournals } from '@cambio/server/postgres/Ledger.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openRig, rival, shop, type Reply, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

const accountPath = '/api/v2/partner/account'
const statementPath = '/api/v2/partner/report/statement'
const logPath = '/api/v2/partner/request_log'

async function partnerId(): Promise<string> {
  const [row] = await rig.query<{ id: string }>(statement('select id from partner where name = $1', 'SHOP'))
  return row?.id ?? ''
}

test('a partner sets its origins by its key, in the form that browsers send, and under its own name', async () => {
  const origins = ['https://shop.example', 'https://www.shop.example']
  const changed = await rig.partner('PATCH', accountPath, { origins })
  expect([changed.status, changed.at('origins')]).toEqual([200, origins])
  for (const origin of [
    'shop.example',
    'https://shop.example/',
    'https://*.example',
    'https://a.example:443',
  ])
    expect((await rig.partner('PATCH', accountPath, { origins: [origin] })).at('code')).toBe(
      'validation_failed',
    )
  expect((await rig.partner('GET', accountPath)).at('origins')).toEqual(origins)
  expect((await rig.partner('GET', accountPath, undefined, { as: rival })).at('name')).toBe(rival.apiKey)
  const shown = await rig.runCommand('partner', 'show', shop.apiKey, '--json')
  expect(JSON.parse(shown.output)).toMatchObject({
    acts: [
      { act: 'update', actor: 'SHOP', reason: 'by the API key', detail: { origins: { after: origins } } },
    ],
  })
})

test('a partner sets the theme of its widget by its key, and a theme that is not valid changes nothing', async () => {
  await rig.runCommand('partner', 'update', shop.apiKey, '--contact', 'ops@shop.example')
  const theme = { tokens: { accent: '#8a1c4b', radius: '3px' } }
  const changed = await rig.partner('PATCH', accountPath, { theme })
  expect([changed.status, changed.at('theme'), changed.at('origins')]).toEqual([
    200,
    theme,
    ['http://shop.test'],
  ])
  expect(changed.at('theme_corrections.0')).toMatchObject({
    appearance: 'dark',
    token: 'accent',
    was: '#8a1c4b',
    least: 4.5,
  })
  const refused = await rig.partner('PATCH', accountPath, {
    origins: ['https://shop.example'],
    theme: { tokens: { accent: 'red; }' } },
  })
  expect([refused.status, refused.at('errors.0.pointer')]).toEqual([400, '/theme/tokens/accent'])
  const shown = await rig.partner('GET', accountPath)
  expect([shown.at('theme'), shown.at('origins')]).toEqual([theme, ['http://shop.test']])
  const page = await rig.send('GET', `/w/${await rig.openRequest()}`)
  expect(page.text).toContain('--radius:3px')
  await rig.work.tick()
  expect((await rig.stores.outbox.newest(10)).map(({ body }) => body.split('\n')[0])).toEqual([
    'SHOP: your API key set the theme of the widget',
  ])
  expect((await rig.partner('PATCH', accountPath, { theme: {} })).at('theme')).toBeNull()
})

test('a partner sets its logos by its key within the bounds of the operator’s command, and removes them', async () => {
  await rig.runCommand('partner', 'update', shop.apiKey, '--contact', 'ops@shop.example')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'
  const content = (text: string) => ({ content: Buffer.from(text).toString('base64') })
  const changed = await rig.partner('PATCH', accountPath, { logo: content(svg) })
  expect([changed.status, changed.at('logo_dark')]).toEqual([200, null])
  const image = await rig.send('GET', String(changed.at('logo')))
  expect([image.text, image.headers.get('content-type')]).toEqual([svg, 'image/svg+xml'])
  // Mails that wait together are sent in either order.
  await rig.work.tick()
  const view = await rig.widget('GET', `/api/widget/${await rig.openRequest()}`)
  expect(view.at('partner.logo')).toBe(changed.at('logo'))
  for (const [logo, pointer] of [
    [content(svg.replace('<path', '<script/><path')), '/logo'],
    [content(`<svg>${' '.repeat(45 * 1024)}</svg>`), '/logo/content'],
    [{ content: 'not base64' }, '/logo/content'],
  ] as const) {
    const refused = await rig.partner('PATCH', accountPath, { logo_dark: content(svg), logo })
    expect([refused.status, refused.at('errors.0.pointer')]).toEqual([400, pointer])
  }
  expect((await rig.partner('GET', accountPath)).at('logo_dark')).toBeNull()
  const removed = await rig.partner('PATCH', accountPath, { logo: {}, logo_dark: content(svg) })
  expect([removed.at('logo'), removed.at('logo_dark')]).toEqual([null, changed.at('logo')])
  await rig.work.tick()
  const [newest, ...others] = await rig.stores.outbox.newest(10)
  expect([newest?.body.split('\n')[0], others.length]).toEqual([
    'SHOP: your API key changed the logo of the widget',
    1,
  ])
  expect(newest?.body).toContain(`dark backgrounds: http://exchange.test${String(changed.at('logo'))}\n`)
})

test('a new key and secret hold beside those before for the time that was asked, and no second rotation ends them early', async () => {
  const rotated = await rig.partner('POST', '/api/v2/partner/credentials/rotate', {
    which: 'both',
    overlap_hours: 2,
  })
  expect(rotated.status, rotated.text).toBe(200)
  const fresh = {
    ...shop,
    apiKey: String(rotated.at('api_key')),
    secret: String(rotated.at('secret')),
  }
  rig.pass(1_000)
  for (const as of [shop, fresh])
    expect((await rig.partner('GET', accountPath, undefined, { as })).status).toBe(200)
  const again = await rig.partner('POST', '/api/v2/partner/credentials/rotate', { which: 'secret' })
  expect([again.status, again.at('code')]).toEqual([409, 'rotation_open'])
  rig.pass(2 * 60 * 60_000)
  expect((await rig.partner('GET', accountPath)).at('code')).toBe('credentials_invalid')
  expect((await rig.partner('GET', accountPath, undefined, { as: fresh })).status).toBe(200)
})

test('the contact is told by mail of each thing that the key changes, and of nothing that it does not', async () => {
  await rig.runCommand('partner', 'update', shop.apiKey, '--contact', 'ops@shop.example')
  const endpoints = '/api/v2/partner/callback_endpoints'
  await rig.partner('GET', accountPath)
  await rig.partner('PATCH', accountPath, { origins: ['shop.example'] })
  await rig.partner('PATCH', accountPath, { origins: ['https://shop.example'] })
  await rig.partner('PATCH', accountPath, { origins: ['https://rival.example'] }, { as: rival })
  const added = await rig.partner('POST', endpoints, { url: 'http://books.test/callbacks' })
  const one = `${endpoints}/${String(added.at('endpoint_id'))}`
  await rig.partner('PATCH', one, { description: 'Books' })
  const rotated = await rig.partner('POST', `${one}/rotate`, {})
  await rig.partner('DELETE', one)
  const fresh = await rig.partner('POST', '/api/v2/partner/credentials/rotate', { which: 'both' })
  await rig.work.tick()
  const mails = await rig.stores.outbox.newest(100)
  expect(mails.map(({ recipient }) => recipient)).toEqual(Array(6).fill('ops@shop.example'))
  expect(
    mails.map(({ body }) => body.split('\n')[0] ?? '').toSorted((one, other) => one.localeCompare(other)),
  ).toEqual([
    'SHOP: your API key added a callback endpoint',
    'SHOP: your API key changed a callback endpoint',
    'SHOP: your API key made a new secret for a callback endpoint',
    'SHOP: your API key made new credentials',
    'SHOP: your API key removed a callback endpoint',
    'SHOP: your API key set the pages that may show the widget',
  ])
  const text = mails.map(({ body }) => body).join('\n')
  for (const part of [
    'https://shop.example',
    'Books, http://books.test/callbacks',
    'http://exchange.test/partner',
  ])
    expect(text).toContain(part)
  for (const secret of [added.at('secret'), rotated.at('secret'), fresh.at('secret'), fresh.at('api_key')])
    expect(text).not.toContain(String(secret))
})

test('a mail to the contact is tried again while the mail server takes none, never once it may have been sent, and given up in the end', async () => {
  let attempts = 0
  let says: Error | null = answer(451)
  let hangsUp = false
  await using server = await mailServer({
    onMailFrom: (_from, _session, callback) => {
      attempts += 1
      callback(says)
    },
    onData: (stream, _session, callback) =>
      void text(stream).then(() => (hangsUp ? server.hangUp() : callback(null))),
  })
  await rig.close()
  const mail = mailTo(server.port)
  rig = await openRig({ mail: codeMail({ mail, random: systemRandom, log: silentLog }) })
  await rig.runCommand('partner', 'update', shop.apiKey, '--contact', 'ops@shop.example')
  const states = async () => {
    const rows = await rig.query<{ state: string; why: string | null; sealed: boolean }>(
      statement('select state, why, body_sealed is not null as sealed from partner_mail order by created_at'),
    )
    return rows.map(({ state, why, sealed }) => (sealed ? `${state}, kept` : `${state}: ${why}`))
  }
  /** How many attempts are made until so many seconds later. */
  const attemptsAfter = async (seconds: number) => {
    rig.pass(seconds * 1_000)
    const before = attempts
    await rig.work.tick()
    return attempts - before
  }
  const change = () => rig.partner('PATCH', accountPath, { origins: ['https://shop.example'] })

  await change()
  expect([await attemptsAfter(0), await attemptsAfter(4), await attemptsAfter(1)]).toEqual([1, 0, 1])
  expect(await states()).toEqual(['waiting, kept'])
  says = null
  expect([await attemptsAfter(30), await attemptsAfter(3_600)]).toEqual([1, 0])
  hangsUp = true
  await change()
  expect([await attemptsAfter(0), await attemptsAfter(3_600)]).toEqual([1, 0])
  says = answer(550)
  await change()
  expect([await attemptsAfter(0), await attemptsAfter(3_600)]).toEqual([1, 0])
  says = answer(451)
  await change()
  expect([await attemptsAfter(0), await attemptsAfter(86_400)]).toEqual([1, 0])
  const headers = { Origin: 'http://exchange.test', 'Content-Type': 'application/x-www-form-urlencoded' }
  await rig.send('POST', '/partner/sign-in', { headers, body: 'email=ops%40shop.example' })
  await expect.poll(states).toHaveLength(5)
  const ofLink = []
  for (const seconds of [0, 5, 30, 120, 300, 300, 300]) ofLink.push(await attemptsAfter(seconds))
  expect(ofLink).toEqual([1, 1, 1, 1, 1, 1, 0])
  expect(await states()).toEqual([
    'sent: null',
    expect.stringMatching(/^unknown: .* the line broke/),
    'refused: The mail server said 550 to MAIL FROM',
    'refused: its time had passed',
    'refused: The mail server said 451 to MAIL FROM',
  ])
})

test('a sandbox that starts again keeps the pages and the receiver that its partner has set, unless it has another receiver by now', async () => {
  const main = '/api/v2/partner/callback_endpoints/main'
  const receiver = async () =>
    (await rig.partner('GET', '/api/v2/partner/callback_endpoints')).at('data.0.url')
  await rig.partner('PATCH', accountPath, { origins: ['https://shop.example'] })
  const again = (callbackUrl = 'http://shop.test/callbacks') =>
    rig.stores.partners.ensure({
      ...shop,
      name: shop.apiKey,
      origins: ['http://shop.test'],
      callbackUrl,
      callbackVersion: null,
      requireTimestamp: false,
      leastSignatureVersion: 1,
      allowedAddresses: [],
      firstOrderFree: false,
      statuses: 'all',
    })
  await again()
  expect(await receiver()).toBe('http://shop.test/callbacks')
  const changed = await rig.partner('PATCH', main, { url: 'http://own.test/callbacks' })
  expect(changed.status, changed.text).toBe(200)
  await again()
  const { body } = await rig.partner('GET', accountPath)
  expect(body).toMatchObject({ origins: ['https://shop.example', 'http://shop.test'] })
  expect(await receiver()).toBe('http://own.test/callbacks')
  await again('http://other.test/callbacks')
  expect(await receiver()).toBe('http://other.test/callbacks')
})

describe('the statement of a partner', () => {
  test('the statement adds up line by line, and begins with what there was before its time', async () => {
    const id = await partnerId()
    const eur = (units: bigint) => ({ units, currency: 'EUR' })
    const sale = (reference: string, cents: bigint): Journal => ({
      id: `${reference}:sold`,
      kind: 'sold_for_partner',
      reference,
      postings: [...debit(chart.byHand, eur(cents)), ...credit(chart.partnerBalance(id), eur(cents))],
    })
    const now = () => rig.exchange.clock.now()
    await postJournals(rig.query, [sale('AAAAA-000001', 10_000n)], now())
    rig.pass(1_000)
    const from = String(now().getTime() / 1_000)
    await postJournals(rig.query, [partnerPaidOut({ id: 'p1', partnerId: id, amount: eur(4_050n) })], now())
    rig.pass(1_000)
    await postJournals(rig.query, [sale('AAAAA-000002', 1n)], now())
    const whole = linesIn(await rig.partner('GET', `${statementPath}?format=jsonl`))
    expect(
      whole.map(({ kind, client_order_id, amount, balance }) => [kind, client_order_id, amount, balance]),
    ).toEqual([
      ['order', 'AAAAA-000001', '100.00', '100.00'],
      ['payout', null, '-40.50', '59.50'],
      ['order', 'AAAAA-000002', '0.01', '59.51'],
    ])
    const later = await rig.partner('GET', `${statementPath}?format=jsonl&currency=EUR&from=${from}`)
    expect(linesIn(later)).toEqual(whole.slice(1))
    const csv = await rig.partner('GET', statementPath)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(csv.text.split('\r\n')).toHaveLength(5)
    const theirs = await rig.partner('GET', `${statementPath}?format=jsonl`, undefined, { as: rival })
    expect(theirs.text).toBe('')
    expect((await rig.partner('GET', `${statementPath}?currency=XXX`)).at('code')).toBe('currency_unknown')
  })
})

function linesIn({ text }: Reply): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('the log of a partner’s requests', () => {
  test('the log shows method, path, status and code of each request, and nothing that it carried', async () => {
    await rig.partner('GET', `${statementPath}?currency=XXX`)
    rig.pass(1)
    await rig.partner('GET', '/api/v2/partner/order/nobody')
    rig.pass(1)
    await rig.partner('GET', accountPath, undefined, { as: { ...shop, secret: 'wrong' } })
    rig.pass(1)
    await rig.partner('POST', '/api/v2/partner/client/login', {
      email: 'secret.person@example.com',
      password: 'a password',
      client_ip: '192.0.2.7',
      remote_country: 'DE',
    })
    rig.pass(1)
    const unknown = { ...shop, apiKey: 'NOBODY' }
    await rig.partner('GET', accountPath, undefined, { as: unknown })
    const log = await rig.partner('GET', logPath)
    const rows = log.at('data') as Record<string, unknown>[]
    expect(rows.map(({ method, path, status, code }) => [method, path, status, code])).toEqual([
      ['POST', '/api/v2/partner/client/login', 401, 'login_invalid'],
      ['GET', accountPath, 401, 'credentials_invalid'],
      ['GET', '/api/v2/partner/order/nobody', 404, 'order_unknown'],
      ['GET', statementPath, 422, 'currency_unknown'],
    ])
    const kept = JSON.stringify(rows)
    for (const carried of ['secret.person', 'XXX', 'a password']) expect(kept).not.toContain(carried)
    expect((await rig.partner('GET', logPath, undefined, { as: rival })).at('data')).toEqual([])
  })

  test('the log is read page by page for seven days, failed requests by themselves', async () => {
    for (let n = 0; n < 5; n += 1) {
      await rig.partner('GET', n % 2 === 0 ? accountPath : '/api/v2/partner/order/nobody')
      rig.pass(1_000)
    }
    const first = await rig.partner('GET', `${logPath}?rows=3`)
    expect(first.at('data')).toHaveLength(3)
    const rest = await rig.partner('GET', `${logPath}?rows=3&cursor=${String(first.at('next_cursor'))}`)
    expect([rest.at('data'), rest.at('next_cursor')]).toEqual([expect.any(Array), null])
    expect(rest.at('data')).toHaveLength(2)
    const failed = await rig.partner('GET', `${logPath}?only=failed`)
    expect(failed.at('data')).toHaveLength(2)
    rig.pass(7 * 24 * 60 * 60_000 + 1)
    expect((await rig.partner('GET', logPath)).at('data')).toEqual([])
  })

  test('requests of one moment share rows, and each is listed once, in whichever pages and times it is read', async () => {
    for (let n = 0; n < 4; n += 1) {
      const paths = Array.from({ length: 11 }, () => accountPath)
      await Promise.all([...paths, '/api/v2/partner/order/nobody'].map((path) => rig.partner('GET', path)))
      rig.pass(400)
    }
    const listed = async (query: string) => {
      const log = await rig.partner('GET', `${logPath}?${query}`)
      const next = log.at('next_cursor') as string | null
      return { data: log.at('data') as { at: string; request_id: string }[], next }
    }
    const { data: whole } = await listed('rows=48')
    expect(new Set(whole.map(({ request_id }) => request_id)).size).toBe(48)
    expect(whole.map(({ at }) => at)).toEqual(
      whole
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const [row] = await rig.query<{ count: bigint }>(statement('select count(*) from partner_request'))
    expect(row?.count).toBeLessThan(30n)

    // Three moments were before this second, and one after it.
    const second = Date.parse('2026-03-01T09:30:01Z') / 1_000
    expect((await listed(`until=${second}&rows=48`)).data).toEqual(whole.slice(12))
    expect((await listed(`from=${second}&rows=99`)).data.slice(-12)).toEqual(whole.slice(0, 12))

    const paged = []
    for (let page = await listed('rows=7'); ; page = await listed(`rows=7&cursor=${page.next}`)) {
      paged.push(...page.data)
      if (page.next === null) break
    }
    // What was read of the log meanwhile is the latest, and no page has it twice.
    expect(paged.slice(-48)).toEqual(whole)
  })
})
