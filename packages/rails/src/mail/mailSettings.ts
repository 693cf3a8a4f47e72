import { variable } from '@cambio/server/settings/environment.ts'
import * as z from 'zod/mini'
import type { SmtpServer } from './smtpMail.ts'

/** The operator's mail server, and the sender of the mails. */
export type MailSettings = {
  readonly server: SmtpServer
  readonly from: { readonly name: string; readonly address: string }
}

/** The variables that mail needs. */
export const mailVariables = {
  /** The mail server's address; it may contain a password. */
  SMTP_URL: z.optional(
    variable(
      'a mail server such as smtp://user:password@mail.example.com:587, or smtps:// where TLS comes first',
      readServer,
    ),
  ),
  /** The sender as the mail shows it. */
  MAIL_FROM: z.optional(
    variable('a sender such as “Cambio <codes@exchange.example.com>”, or an address alone', readSender),
  ),
}
type MailVariables = {
  readonly SMTP_URL?: SmtpServer | undefined
  readonly MAIL_FROM?: MailSettings['from'] | undefined
}

/** The settings of mail; undefined unless both are there. */
export function mailSettings({ SMTP_URL: server, MAIL_FROM: from }: MailVariables): MailSettings | undefined {
  return server && from ? { server, from } : undefined
}

/** The ports for mail submission: RFC 6409, and RFC 8314 where TLS comes first. */
const standardPorts = { smtp: 587, smtps: 465 } as const

function readServer(text: string): SmtpServer | undefined {
  const url = URL.parse(text)
  const protocol = url?.protocol === 'smtp:' ? 'smtp' : url?.protocol === 'smtps:' ? 'smtps' : undefined
  if (!url || !protocol || url.hostname === '' || !['', '/'].includes(url.pathname)) return undefined
  if (url.search !== '' || url.hash !== '' || (url.username === '') !== (url.password === ''))
    return undefined
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === undefined || password === undefined) return undefined
  return {
    protocol,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? standardPorts[protocol] : Number(url.port),
    ...(user === '' ? {} : { login: { user, password } }),
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function readSender(text: string): MailSettings['from'] | undefined {
  const named = /^([^<>"\r\n]*?)\s*<([^<>\s]+)>$/.exec(text.trim())
  const [name, address] = named ? [named[1] ?? '', named[2] ?? ''] : ['', text.trim()]
  return z.email().safeParse(address).success ? { name, address } : undefined
}
