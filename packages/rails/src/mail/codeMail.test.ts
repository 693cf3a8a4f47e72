import { text } from 'node:stream/consumers'
import type { LogFields } from '@cambio/server/log.ts'
import { silentLog } from '@cambio/server/log.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { beforeEach, expect, test } from 'vitest'
import { answer, mailServer, mailTo } from '../../testing/mail/smtpRig.ts'
import { codeMail } from './codeMail.ts'

const message = {
  email: 'zoe@example.com',
  code: '481516',
  link: 'https://exchange.example/code/abc',
  partner: 'Café Bitcoin',
  language: 'en',
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

test('a code is mailed in German to a reader of German', async () => {
  await using server = await mailServer()
  await codesTo(server.port).send({ ...message, partner: 'Laden', language: 'de' })
  expect(server.received[0]?.raw).toContain('Ihr Code ist 481516')
  expect(server.received[0]?.raw).toContain('Subject: =?UTF-8?Q?Ihr_Code_f=C3=BCr_Laden?=')
})

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
