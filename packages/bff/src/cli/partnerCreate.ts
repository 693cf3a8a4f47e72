import { BadCall, textOf, textsOf, type Command, type Given } from './Command.ts'
import { partnerStore, type NewPartner } from '../store/partners.ts'

const API_KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Makes a partner. What it signs with and what its callbacks are signed with is printed this once. */
export const partnerCreate: Command = {
  usage:
    'partner create --name … [--origin https://shop.example.com …] [--callback-url https://…] [--callback-version 1|2] [--require-timestamp] [--first-order-free]',
  about:
    'Makes a partner and prints its API key and secrets, this once. --origin may be given several times.',
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
      apiKey: deps.chance.pick(API_KEY_ALPHABET, 20),
      secret: deps.chance.token(256),
      callbackSecret: deps.chance.token(256),
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
  const name = textOf(given, 'name')
  if (name === undefined) throw new BadCall('Give the partner a name: --name "Corner Shop".')
  const callbackUrl = textOf(given, 'callback-url') ?? null
  if (callbackUrl !== null && !isHttp(callbackUrl))
    throw new BadCall('--callback-url must be an http or https address.')
  return {
    name,
    origins: textsOf(given, 'origin').map(originOf),
    callbackUrl,
    callbackVersion: versionOf(textOf(given, 'callback-version')),
    requireTimestamp: given.options['require-timestamp'] === true,
    firstOrderFree: given.options['first-order-free'] === true,
  }
}

/** An origin goes into a policy as it is, so it must be one and nothing more. */
function originOf(text: string): string {
  const url = URL.parse(text)
  if (url && isHttp(text) && url.origin === text.replace(/\/$/, '')) return url.origin
  throw new BadCall(`--origin must be a page's origin, such as https://shop.example.com, and not ${text}.`)
}

function isHttp(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:'
}

function versionOf(text: string | undefined): 1 | 2 | null {
  if (text === undefined) return null
  if (text === '1') return 1
  if (text === '2') return 2
  throw new BadCall('--callback-version must be 1 or 2.')
}
