import { Readable } from 'node:stream'
import type { Mail, MailHtml, MailOutcome, MailRail } from '@cambio/exchange/message/MailRail.ts'
import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'

/** The mail server and the login. */
export type SmtpServer = {
  /** `smtps` begins with TLS. `smtp` begins unencrypted and switches to TLS by STARTTLS, before the login. */
  readonly protocol: 'smtp' | 'smtps'
  readonly host: string
  readonly port: number
  readonly login?: { readonly user: string; readonly password: string }
  /** The certificate of a private authority, PEM. */
  readonly authority?: string
}

/** How long the server may take to greet, and to accept one whole mail, milliseconds. */
const GREETING_MS = 5_000
const TIME_LIMIT_MS = 15_000

/**
 * Sends mail by SMTP (RFC 5321), always encrypted. Each mail has a connection of its own: a code is urgent, and mails
 * are few.
 * @param input.from the sender as the mail shows it, such as `Cambio <codes@exchange.example>`
 */
export function smtpMail(input: {
  readonly server: SmtpServer
  readonly from: { readonly name: string; readonly address: string }
  readonly timeLimitMs?: number
}): MailRail {
  const { server, from, timeLimitMs = TIME_LIMIT_MS } = input
  const transport = transportTo(server, timeLimitMs)
  const domain = from.address.split('@').at(-1)
  return {
    async send({ id, to, subject, text, html }: Mail): Promise<MailOutcome> {
      const content = contentOf(text)
      try {
        await transport.sendMail({
          from,
          // An object, since a string would be parsed as a list of addresses.
          to: { name: '', address: to },
          subject,
          text: content.stream,
          textEncoding: 'quoted-printable',
          ...(html && htmlPart(html)),
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(timeLimitMs),
        })
        return { is: 'sent' }
      } catch (error) {
        return outcomeOf(error, content.wasRead())
      }
    },
  }
}

/**
 * Checks whether the server accepts our login, without sending a mail.
 * @returns why it does not, as the end of a sentence; undefined where it does
 */
export async function mailObjection(server: SmtpServer): Promise<string | undefined> {
  const transport = transportTo(server, TIME_LIMIT_MS)
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    const outcome = outcomeOf(error, false)
    return outcome.is === 'sent' ? undefined : outcome.why
  } finally {
    transport.close()
  }
}

function transportTo(server: SmtpServer, timeLimitMs: number) {
  const { login } = server
  return createTransport({
    host: server.host,
    port: server.port,
    secure: server.protocol === 'smtps',
    requireTLS: server.protocol === 'smtp',
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    ...(server.authority ? { tls: { ca: server.authority } } : {}),
    connectionTimeout: Math.min(GREETING_MS, timeLimitMs),
    greetingTimeout: Math.min(GREETING_MS, timeLimitMs),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The HTML part of a mail, with its images. */
function htmlPart({ markup, images }: MailHtml) {
  const attachments = images.map(({ id, type, body }) => ({
    cid: id,
    filename: `${id}.${type.split('/')[1]}`,
    content: Buffer.from(body),
    contentType: type,
    contentDisposition: 'inline' as const,
  }))
  return { html: markup, attachments }
}

/** The text as a stream, which is read only once the server has accepted the message command. */
function contentOf(text: string): { readonly stream: Readable; readonly wasRead: () => boolean } {
  let read = false
  const stream = new Readable({
    read() {
      read = true
      this.push(text)
      this.push(null)
    },
  })
  return { stream, wasRead: () => read }
}

/** A failure as nodemailer reports it. `responseCode` is the server's own, where it refused. */
const Failure = z.object({
  responseCode: z.optional(z.number()),
  command: z.optional(z.string()),
  code: z.optional(z.string()),
})

/**
 * What the server refused, or never received, was not sent. After it received the message and did not answer, the
 * outcome is unknown.
 */
function outcomeOf(error: unknown, wasGiven: boolean): MailOutcome {
  const { responseCode, command = 'the mail', code = 'no reason' } = Failure.safeParse(error).data ?? {}
  if (responseCode !== undefined) {
    // A refused login is the operator's to mend, and says nothing about this mail.
    const isFinal = responseCode >= 500 && code !== 'EAUTH'
    return { is: 'refused', why: `The mail server said ${responseCode} to ${command}`, isFinal }
  }
  const why = `The mail server was not reached, or the line broke (${code})`
  return wasGiven ? { is: 'unknown', why } : { is: 'refused', why, isFinal: false }
}
