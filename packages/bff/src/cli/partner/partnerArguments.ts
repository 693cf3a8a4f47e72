import { kind, line, required, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { addressRanges } from '@cambio/server/http/ipAddress.ts'
import { containsCardNumber } from '@cambio/wire/cardNumber.ts'
import { Email } from '@cambio/wire/http/field.ts'
import { pageOriginOf } from '@cambio/wire/partner/pageOrigin.ts'
import * as z from 'zod/mini'
import { actorOption } from '../actArguments.ts'

/** The partner that a call is about. */
export const partnerWord = required(text('<partner>'), 'Name the partner by its id, its API key or its name.')

/** The reason and the actor of an act on a partner. */
export const actOptions = {
  reason: required(line('…', 500), 'Say why: --reason "Agreed on 3 March".'),
  actor: actorOption,
}

/** A name that buyers read. */
export const partnerName = line('…', 100)

export const httpAddress = kind(
  'https://…',
  'an http or https address without a user name or password, or a card number',
  (text) => (isHttp(text) && !containsCardNumber(text) ? text : undefined),
)

/** An e-mail address, which is stored in lower case. */
export const emailAddress = kind('name@example.com', 'an e-mail address', (text) => {
  const read = z.safeParse(Email, text)
  return read.success ? read.data.toLowerCase() : undefined
})

/** An IP address that a partner's server calls from, or a range. */
export const addressRange = kind(
  '192.0.2.0/24',
  'an IPv4 or IPv6 address, or a range such as 192.0.2.0/24',
  (text) => (addressRanges([text]) ? text : undefined),
)

/** The origin of a partner's pages. */
export const origin = {
  ...text('https://shop.example.com'),
  schema: z.pipe(z.string(), z.transform(originOf)),
}

/**
 * Checks an origin. It goes into a policy unchanged, so it must be nothing more than an origin, as browsers write it.
 */
function originOf(text: string): string {
  const origin = pageOriginOf(text)
  if (origin === undefined)
    throw new BadCall(`--origin must be a page's origin, such as https://shop.example.com, and not ${text}.`)
  if (origin === text) return text
  throw new BadCall(`Write --origin ${origin}, as browsers do, and not ${text}.`)
}

/** Refuses a user name or password in an address, since it would be stored in plain text. */
function isHttp(text: string): boolean {
  const url = URL.parse(text)
  return /^https?:$/.test(url?.protocol ?? '') && url?.username === '' && url.password === ''
}
