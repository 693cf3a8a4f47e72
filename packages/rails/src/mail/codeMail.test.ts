import { text } from 'node:stream/consumers'
import type { LogoFile } from '@cambio/exchange/partner/Brand.ts'
import type { LogFields } from '@cambio/server/log.ts'
import { silentLog } from '@cambio/server/log.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { contrast } from '@cambio/wire/theme/contrast.ts'
import { beforeEach, expect, test } from 'vitest'
import { answer, mailServer, mailTo } from '../../testing/mail/smtpRig.ts'
import { codeMail } from './codeMail.ts'

const message = {
  email: 'zoe@example.com',
  code: '481516',
  link: 'https://exchange.example/code/abc',
  partner: 'Café Bitcoin',
  language: 'en',
  brand: { theme: null, logo: null },
} as const
let lines: [string, LogFields | undefined][] = []
const log = { ...silentLog, warn: (event: string, fields?: LogFields) => void lines.push([event, fields]) }
const codesTo = (port: number) => codeMail({ mail: mailTo(port), random: systemRandom, log })

beforeEach(() => {
  lines = []
})

test('a code comes with the name of its addressee, and each mail has an id of its own', async () => {
  await using server = await mailServer()
  const codes = codesTo(server.port)
  await codes.send(message)
  await codes.send(message)
  const [first, second] = server.received.map(({ raw }) => raw)
  expect(first).toContain('Your code is 481516')
  expect(first).toContain('https://exchange.example/code/abc')
  expect(first).toContain('Caf=C3=A9 Bitcoin')
  expect(first).toContain('Subject: =?UTF-8?Q?Your_code_for_Caf=C3=A9_Bitcoin?=')
  const idOf = (raw = '') => /^Message-ID: (<\S+>)\r$/m.exec(raw)?.[1]
  expect(idOf(first)).toMatch(/^<.{20,}@exchange\.example>$/)
  expect(idOf(first)).not.toBe(idOf(second))
  expect(lines).toEqual([])
})

test('a code is mailed in German to a buyer who reads German', async () => {
  await using server = await mailServer()
  await codesTo(server.port).send({ ...message, partner: 'Laden', language: 'de' })
  expect(server.received[0]?.raw).toContain('Ihr Code ist 481516')
  expect(server.received[0]?.raw).toContain('Subject: =?UTF-8?Q?Ihr_Code_f=C3=BCr_Laden?=')
})

test('a code also has an HTML part in the partner’s look: readable, with the logo inside, and with nothing to load', async () => {
  await using server = await mailServer()
  const theme = { tokens: { accent: '#ffee00' }, light: { background: '#fffff0' } }
  const logo = { name: 'logo.png', type: 'image/png', body: Buffer.from('a picture of a coffee bean') }
  const partner = 'Bean & <b>Leaf</b>'
  await codesTo(server.port).send({ ...message, partner, brand: { theme, logo } })
  const { text, html, images } = partsOf(server.received[0]?.raw)
  expect(text).toContain('Enter it where you buy at Bean & <b>Leaf</b>.')
  expect(html).toContain('alt="Bean &amp; &lt;b&gt;Leaf&lt;/b&gt;"')
  expect(html).toContain('<a href="https://exchange.example/code/abc"')
  const [, accent = ''] = /color:(#\w{6})">481516</.exec(html) ?? []
  expect(html).toContain('background:#fffff0')
  expect(contrast(accent, '#fffff0')).toBeGreaterThanOrEqual(4.5)
  expect(html).toContain('src="cid:logo"')
  expect(images).toEqual([[expect.stringContaining('Content-ID: <logo>'), 'a picture of a coffee bean']])
  expect(html.match(/src=|url\(|<link|<script|@import/g)).toEqual(['src='])
})

test.for<[string, LogoFile]>([
  ['is too large', { name: 'large.png', type: 'image/png', body: Buffer.alloc(33 * 1024) }],
  [
    'is of a type that few mail programs show',
    { name: 'logo.svg', type: 'image/svg+xml', body: Buffer.from('<svg/>') },
  ],
])('the partner’s name replaces a logo that %s', async ([, logo]) => {
  await using server = await mailServer()
  await codesTo(server.port).send({ ...message, brand: { theme: null, logo } })
  const { html, images } = partsOf(server.received[0]?.raw)
  expect(html).toContain('<strong>Café Bitcoin</strong>')
  expect([html.includes('<img'), images]).toEqual([false, []])
})

/** The parts of a multipart mail. */
function partsOf(raw = '') {
  const parts = raw.split(/^--\S+\r\n/m).map((part) => {
    const [head = '', body = ''] = part.split(/\r\n\r\n(.*)/s)
    const isBase64 = /Content-Transfer-Encoding: base64/i.test(head)
    return [head, isBase64 ? Buffer.from(body, 'base64').toString() : unquoted(body)] as const
  })
  const of = (type: string) => parts.filter(([head]) => head.includes(`Content-Type: ${type}`))
  return {
    text: of('text/plain')[0]?.[1] ?? '',
    html: of('text/html')[0]?.[1] ?? '',
    images: of('image/'),
  }
}

/** Decodes quoted-printable text (RFC 2045, 6.7). */
function unquoted(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replace(/=([\dA-F]{2})/g, (_match, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

test('a refused mailbox is reported to the caller, and the log has no code in it', async () => {
  await using server = await mailServer({ onRcptTo: (_to, _session, callback) => callback(answer(550)) })
  const sending = codesTo(server.port).send(message)
  await expect(sending).rejects.toMatchObject({ name: 'Refusal', code: 'unavailable' })
  expect(lines).toEqual([['a code was not mailed', { reason: 'The mail server said 550 to RCPT TO' }]])
})

test('a mail with an unknown fate is not sent again, and the log says so', async () => {
  let deliveries = 0
  await using server = await mailServer({
    onData: (stream) => {
      deliveries += 1
      void text(stream).then(() => server.hangUp())
    },
  })
  await codesTo(server.port).send(message)
  expect(deliveries).toBe(1)
  expect(lines).toEqual([
    ['a code may not have been mailed', { reason: expect.stringContaining('line broke') }],
  ])
})
