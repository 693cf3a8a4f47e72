import { choice, flag, kind, optional, repeated, required, text } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { partnerStore } from '../store/partners.ts'
import type { StoreDeps } from '../store/StoreDeps.ts'

const API_KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** A name that buyers read. */
const partnerName = kind('…', 'at most 100 characters, on one line', (given) =>
  /^\P{Cc}{1,100}$/u.test(given) ? given : undefined,
)

const httpAddress = kind('https://…', 'an http or https address without a user name or password', (given) =>
  isHttp(given) ? given : undefined,
)

const origin = { ...text('https://shop.example.com'), schema: z.pipe(z.string(), z.transform(originOf)) }

/** Makes a partner. What it signs with and what its callbacks are signed with is printed this once. */
export const partnerCreate = command({
  name: 'partner create',
  summary:
    'Makes a partner and prints its API key and secrets, this once. --origin may be given several times.',
  words: {},
  options: {
    name: required(partnerName, 'Give the partner a name: --name "Corner Shop".'),
    origin: repeated(origin),
    'callback-url': optional(httpAddress),
    'callback-version': optional(choice(['1', '2'])),
    'require-timestamp': flag(),
    'first-order-free': flag(),
  },
  json: z.object({
    partner_id: z.string(),
    api_key: z.string(),
    secret: z.string(),
    callback_secret: z.string(),
    webhook_secret: z.string(),
  }),
  async run(deps: StoreDeps, { options }) {
    const fresh = {
      apiKey: deps.random.pick(API_KEY_ALPHABET, 20),
      secret: deps.random.token(256),
      callbackSecret: deps.random.token(256),
    }
    const version = options['callback-version']
    const partner = await partnerStore(deps).put({
      ...fresh,
      name: options.name,
      origins: options.origin,
      callbackUrl: options['callback-url'] ?? null,
      callbackVersion: version === undefined ? null : version === '1' ? 1 : 2,
      requireTimestamp: options['require-timestamp'],
      firstOrderFree: options['first-order-free'],
    })
    const { apiKey: api_key, secret, callbackSecret: callback_secret } = fresh
    const webhook_secret = `whsec_${Buffer.from(callback_secret).toString('base64')}`
    return {
      text: [
        `Partner ${partner.name} is made. Its secrets are shown this once:`,
        `  API key          ${api_key}`,
        `  Secret           ${secret}`,
        `  Callback secret  ${callback_secret}`,
        `  the same for Standard Webhooks: ${webhook_secret}`,
      ].join('\n'),
      data: { partner_id: partner.id, api_key, secret, callback_secret, webhook_secret },
    }
  },
})

/** A name or an address, without what a policy would take for more than one host. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/

/** An origin goes into a policy as it is, so it must be one and nothing more, written as browsers write it. */
function originOf(text: string): string {
  const url = URL.parse(text)
  if (!url || !isHttp(text) || !HOST.test(url.hostname) || url.href !== `${url.origin}/`)
    throw new BadCall(`--origin must be a page's origin, such as https://shop.example.com, and not ${text}.`)
  if (url.origin === text) return text
  throw new BadCall(`Write --origin ${url.origin}, as browsers do, and not ${text}.`)
}

/** A user name or password in an address would be kept in plain sight. */
function isHttp(text: string): boolean {
  const url = URL.parse(text)
  return /^https?:$/.test(url?.protocol ?? '') && url?.username === '' && url.password === ''
}
