import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { answer, from, login, mailServer, mailTo, portOf } from '../../testing/mail/smtpRig.ts'
import { localhostCertificate } from './localhostCertificate.ts'
import { smtpMail, type SmtpServer } from './smtpMail.ts'

const mail = {
  id: 'code-7f3a',
  to: 'zoe@example.com',
  subject: 'Ihr Code für Café',
  text: 'Dein Code: 123456\n',
}
describe('a mail', () => {
  test.for<['smtp' | 'smtps', SMTPServerOptions]>([
    ['smtp', {}],
    ['smtps', { secure: true }],
  ])('a mail is handed over by %s, behind TLS and a login, once', async ([protocol, options]) => {
    await using server = await mailServer(options)
    expect(await mailTo(server.port, { protocol }).send(mail)).toEqual({ is: 'sent' })
    expect(server.received).toEqual([
      { raw: expect.any(String), to: [mail.to], user: login.user, secure: true },
    ])
    const { raw } = server.received[0] ?? { raw: '' }
    expect(raw).toMatch(/^Message-ID: <code-7f3a@exchange\.example>\r$/m)
    expect(raw).toMatch(/^From: Cambio <codes@exchange\.example>\r$/m)
    expect(raw).toMatch(/^To: zoe@example\.com\r$/m)
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(raw).toMatch(/^Subject: =\?UTF-8\?Q\?Ihr_Code_f=C3=BCr_Caf=C3=A9\?=\r$/m)
    expect(raw).toContain('Dein Code: 123456')
  })

  test('a mail goes to a server that asks for no login', async () => {
    await using server = await mailServer({ disabledCommands: ['AUTH'] })
    const relay = smtpMail({
      server: {
        protocol: 'smtp',
        host: '127.0.0.1',
        port: server.port,
        authority: localhostCertificate.cert,
      },
      from,
    })
    expect(await relay.send(mail)).toEqual({ is: 'sent' })
  })

  test('a mail stays one mail, whatever its lines contain', async () => {
    await using server = await mailServer()
    const subject = 'Code\r\nBcc: thief@example.com\r\n\r\nanother body'
    expect(await mailTo(server.port).send({ ...mail, subject, text: '.\r\nQUIT\r\n' })).toEqual({
      is: 'sent',
    })
    expect(server.received).toHaveLength(1)
    expect(server.received[0]?.to).toEqual([mail.to])
    expect(server.received[0]?.raw).not.toMatch(/^Bcc:/m)
  })
})

describe('a mail that was not sent', () => {
  test.for<[string, SMTPServerOptions, Partial<SmtpServer>]>([
    ['the password is wrong', {}, { login: { ...login, password: 'wrong' } }],
    ['the server has no STARTTLS', { disabledCommands: ['STARTTLS'] }, {}],
    ['no known authority has signed the server’s certificate', {}, { authority: '' }],
    ['the server’s certificate has a different name', {}, { host: 'localhost.localdomain' }],
    ['the mailbox is refused', { onRcptTo: (_to, _session, callback) => callback(answer(550)) }, {}],
    ['the mailbox is full for now', { onRcptTo: (_to, _session, callback) => callback(answer(452)) }, {}],
    ['the sender is refused', { onMailFrom: (_from, _session, callback) => callback(answer(550)) }, {}],
    [
      'the message is refused',
      { onData: (stream, _session, callback) => void text(stream).then(() => callback(answer(554))) },
      {},
    ],
  ])('a mail was not sent when %s', async ([, options, server]) => {
    await using double = await mailServer(options)
    expect(await mailTo(double.port, server).send(mail)).toMatchObject({ is: 'refused' })
    expect(double.received).toEqual([])
  })

  test('a mail was not sent when no server listens', async () => {
    const { port } = await mailServer().then(async (server) => {
      await server[Symbol.asyncDispose]()
      return server
    })
    expect(await mailTo(port).send(mail)).toMatchObject({
      is: 'refused',
      why: expect.stringContaining('ESOCKET'),
    })
  })

  test('a mail was not sent when the server does not greet', async () => {
    const sockets: Socket[] = []
    const server = createServer((socket) => void sockets.push(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    expect(await mailTo(portOf(server.address()), {}, 200).send(mail)).toMatchObject({ is: 'refused' })
    for (const socket of sockets) socket.destroy()
    server.close()
  })
})

describe('a mail with an unknown fate', () => {
  test('a mail has an unknown fate when the server has read all of it and hangs up', async () => {
    await using server = await mailServer({
      onData: (stream, _session, _callback) => void text(stream).then(() => server.hangUp()),
    })
    expect(await mailTo(server.port).send(mail)).toMatchObject({ is: 'unknown' })
  })

  test('a mail has an unknown fate when the server has read all of it and says nothing within the time limit', async () => {
    await using ordinary = await mailServer()
    const begun = performance.now()
    await mailTo(ordinary.port).send(mail)
    const tookMs = performance.now() - begun
    const read = Promise.withResolvers<string>()
    await using server = await mailServer({ onData: (stream) => read.resolve(text(stream)) })
    // Long enough to reach that point on a machine that is slow at every mail.
    const outcome = await mailTo(server.port, {}, Math.max(3_000, Math.ceil(10 * tookMs))).send(mail)
    expect(outcome).toMatchObject({ is: 'unknown', why: expect.stringContaining('EABORT') })
    expect(await read.promise).toContain('Dein Code: 123456')
  })
})
