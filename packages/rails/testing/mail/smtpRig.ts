import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { localhostCertificate } from '../../src/mail/localhostCertificate.ts'
import { smtpMail, type SmtpServer } from '../../src/mail/smtpMail.ts'

/*
 * A real SMTP server at the other end of a real socket, which misbehaves where a test wants it to.
 */

export const from = { name: 'Cambio', address: 'codes@exchange.example' }
export const login = { user: 'exchange', password: 'right horse' }

type Received = {
  readonly raw: string
  readonly to: string[]
  readonly user: unknown
  readonly secure: boolean
}

export async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    ...localhostCertificate,
    onAuth: ({ username, password }, _session, callback) =>
      username === login.user && password === login.password
        ? callback(null, { user: username })
        : callback(new Error('Invalid username or password')),
    closeTimeout: 10,
    onData: (stream, { envelope, user, secure }, callback) => {
      void text(stream).then((raw) => {
        received.push({ raw, to: envelope.rcptTo.map(({ address }) => address), user, secure })
        callback(null, 'kept')
      })
    },
    ...options,
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  const sockets: Socket[] = []
  listening.on('connection', (socket) => void sockets.push(socket))
  await new Promise((resolve) => listening.once('listening', resolve))
  return {
    received,
    port: portOf(listening.address()),
    hangUp: () => sockets.forEach((socket) => socket.destroy()),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

export const portOf = (address: string | AddressInfo | null) =>
  typeof address === 'object' && address ? address.port : 0

export function mailTo(port: number, server: Partial<SmtpServer> = {}, timeLimitMs = 10_000) {
  const reached = {
    protocol: 'smtp',
    host: '127.0.0.1',
    port,
    login,
    authority: localhostCertificate.cert,
  } as const
  return smtpMail({ server: { ...reached, ...server }, from, timeLimitMs })
}

/** The server says no with that reply code. */
export function answer(responseCode: number): Error {
  return Object.assign(new Error('no'), { responseCode })
}
