import { BadCall, textOf, textsOf, type Command, type Given } from './Command.ts'
import { partnerStore, type NewPartner } from '../store/partners.ts'

const API_KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Makes a partner. What it signs with and what its callbacks are signed with is printed this once. */
export const partnerCreate: Command = {
  usage:
    'partner create --name … [--origin https://shop.example.com …] [--callback-url https://…] [--callback-version 1|2] [--require-timestamp] [--first-order-free]',
  about:
    'Makes a partner and prints its API key and secrets, this once. --origin may be given several times.',
  words: 0,
  options: {
    name: { type: 'string' },
    origin: { type: 'string', multiple: true },
    'callback-url': { type: 'string' },
    'callback-version': { type: 'string' },
    'require-timestamp': { type: 'boolean' },
    'first-order-free': { type: 'boolean' },
  },
  async run(deps, given) {
    const fresh = {
      apiKey: deps.random.pick(API_KEY_ALPHABET, 20),
      secret: deps.random.token(256),
      callbackSecret: deps.random.token(256),
    }
    const partner = await partnerStore(deps).put({ ...settingsOf(given), ...fresh })
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
}

function settingsOf(given: Given): Omit<NewPartner, 'apiKey' | 'secret' | 'callbackSecret'> {
  const callbackUrl = textOf(given, 'callback-url') ?? null
  if (callbackUrl !== null && !isHttp(callbackUrl))
    throw new BadCall('--callback-url must be an http or https address without a user name or password.')
  return {
    name: nameOf(textOf(given, 'name')),
    origins: textsOf(given, 'origin').map(originOf),
    callbackUrl,
    callbackVersion: versionOf(textOf(given, 'callback-version')),
    requireTimestamp: given.options['require-timestamp'] === true,
    firstOrderFree: given.options['first-order-free'] === true,
  }
}

/** A name that buyers read. */
function nameOf(text: string | undefined): string {
  if (text === undefined) throw new BadCall('Give the partner a name: --name "Corner Shop".')
  if (/^\P{Cc}{1,100}$/u.test(text)) return text
  throw new BadCall('--name must be at most 100 characters, on one line.')
}

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

function versionOf(text: string | undefined): 1 | 2 | null {
  if (text === undefined) return null
  if (text === '1') return 1
  if (text === '2') return 2
  throw new BadCall('--callback-version must be 1 or 2.')
}
