import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ParseArgsOptionsConfig } from 'node:util'
import { token, uuid } from '@cambio/server/Random.ts'
import { acquirerNames } from '../acquirers/acquirers.ts'
import { addressRanges } from '../addressRanges.ts'
import type { Merchant } from '../Merchant.ts'
import { SANDBOX } from '../sandbox/sandboxAcquirer.ts'
import { dropSignature, requireSignature } from '../store/merchantSignatures.ts'
import {
  findMerchant,
  listMerchants,
  saveMerchant,
  setBlocked,
  type NewMerchant,
} from '../store/merchants.ts'
import { Uuid } from '../Uuid.ts'
import {
  BadCall,
  neededText,
  oneOf,
  textOf,
  wholeOf,
  wordAt,
  type Command,
  type CommandDeps,
  type Given,
} from './Command.ts'

const settings: ParseArgsOptionsConfig = {
  name: { type: 'string' },
  descriptor: { type: 'string' },
  'notification-url': { type: 'string' },
  'capture-delay-ms': { type: 'string' },
  'manual-capture': { type: 'boolean' },
  hash: { type: 'string' },
  tokenization: { type: 'string' },
  'ip-allow': { type: 'string' },
  'sales-per-minute': { type: 'string' },
  'require-signature': { type: 'boolean' },
  'signature-key': { type: 'string' },
  mode: { type: 'string' },
  acquirer: { type: 'string' },
}

const SETTINGS =
  '[--notification-url …] [--capture-delay-ms … | --manual-capture] [--hash md5|sha256] [--tokenization on|off] [--ip-allow 192.0.2.0/24,…] [--sales-per-minute …] [--require-signature | --signature-key ed25519.pem] [--descriptor …] [--mode test|live] [--acquirer sandbox|upstream|stripe]'

export const merchantCommands: Readonly<Record<string, Command>> = {
  'merchant create': {
    usage: `merchant create --name … ${SETTINGS}`,
    about: 'Makes a merchant and prints its client_key and password, the password this once.',
    options: settings,
    async run(deps, given) {
      const merchant = fresh(deps, neededText(given, 'name'))
      const { id, password } = await save(deps, { ...merchant, ...changesOf(given) })
      const secret = await changeSignature(deps, id, given)
      return {
        text: `Merchant ${id} is made. Its password is shown this once:\n${password}${secretText(secret)}`,
        data: { client_key: id, password, ...(secret === null ? {} : { signing_secret: secret }) },
      }
    },
  },
  'merchant list': {
    usage: 'merchant list',
    about: 'Lists every merchant.',
    options: {},
    async run({ query, keys }) {
      const merchants = await listMerchants({ query, keyring: keys.keyring })
      const data = merchants.map(shown)
      const text = data.map(
        (row) => `${row.client_key}  ${row.mode}  ${row.blocked ? 'blocked' : 'open'}  ${row.name}`,
      )
      return { text: text.join('\n') || 'There is no merchant yet. Make one with: merchant create', data }
    },
  },
  'merchant update': {
    usage: `merchant update <client_key> [--name …] ${SETTINGS}`,
    about: 'Changes what is given; an empty value takes a setting away.',
    options: settings,
    async run(deps, given) {
      const known = await named(deps, given)
      const { id } = await save(deps, { ...kept(known), ...changesOf(given) })
      const secret = await changeSignature(deps, id, given)
      return {
        text: `Merchant ${id} is changed.${secretText(secret)}`,
        data: { ...shown(await find(deps, id)), ...(secret === null ? {} : { signing_secret: secret }) },
      }
    },
  },
  'merchant rotate-password': {
    usage: 'merchant rotate-password <client_key>',
    about: 'Gives a merchant a new password at once; requests and notifications use it from now on.',
    options: {},
    async run(deps, given) {
      const known = await named(deps, given)
      const { id, password } = await save(deps, { ...kept(known), password: token(deps.random, 256) })
      return {
        text: `Merchant ${id} has a new password, shown this once:\n${password}\nThe old one is of no use any more.`,
        data: { client_key: id, password },
      }
    },
  },
  'merchant block': blocking('block', 'Refuses everything a merchant asks, until it is unblocked.'),
  'merchant unblock': blocking('unblock', 'Lets a blocked merchant in again.'),
}

/**
 * Has a merchant sign the whole of its messages, or no longer (an empty --signature-key).
 * @returns the secret that was made for it, in base64
 */
async function changeSignature(deps: CommandDeps, id: string, given: Given): Promise<string | null> {
  const file = textOf(given, 'signature-key')
  const keyed = { ...deps, keyring: deps.keys.keyring }
  if (given.options['require-signature'] === true) {
    if (file !== undefined) throw new BadCall('Give --require-signature or --signature-key, not both.')
    const secret = deps.random.bytes(32)
    await requireSignature(keyed, id, { algorithm: 'hmac-sha256', secret })
    return Buffer.from(secret).toString('base64')
  }
  if (file === '') await dropSignature(deps.query, id)
  else if (file !== undefined) {
    await requireSignature(keyed, id, { algorithm: 'ed25519', publicKey: publicKeyIn(file) })
  }
  return null
}

function publicKeyIn(file: string): KeyObject {
  try {
    const key = createPublicKey(readFileSync(file))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // It is said below what has to be there.
  }
  throw new BadCall(`--signature-key must be a file with an Ed25519 public key in PEM; ${file} is none.`)
}

function secretText(secret: string | null): string {
  if (secret === null) return ''
  return `\nEvery form it posts has to be signed as a whole (RFC 9421, hmac-sha256) with this secret, in base64, shown this once:\n${secret}`
}

function blocking(verb: 'block' | 'unblock', about: string): Command {
  return {
    usage: `merchant ${verb} <client_key>`,
    about,
    options: {},
    async run(deps, given) {
      const { id } = await named(deps, given)
      await setBlocked(deps.query, id, verb === 'block' ? deps.clock.now() : null)
      const what = verb === 'block' ? 'is blocked. Payments in hand go on.' : 'is let in again.'
      return { text: `Merchant ${id} ${what}`, data: { client_key: id, blocked: verb === 'block' } }
    },
  }
}

async function save(deps: CommandDeps, merchant: NewMerchant): Promise<NewMerchant> {
  if (merchant.mode === 'live' && merchant.acquirer === SANDBOX) {
    throw new BadCall(
      "A live merchant's cards are real: say who takes them with --acquirer stripe or upstream.",
    )
  }
  await saveMerchant({ ...deps, keyring: deps.keys.keyring }, merchant, deps.clock.now())
  return merchant
}

async function named(deps: CommandDeps, given: Given): Promise<Merchant> {
  return find(deps, wordAt(given, 0, 'merchant by its client_key'))
}

async function find({ query, keys }: CommandDeps, clientKey: string): Promise<Merchant> {
  const key = Uuid.safeParse(clientKey)
  const merchant = key.success ? await findMerchant({ query, keyring: keys.keyring }, key.data) : undefined
  if (merchant === undefined) {
    throw new BadCall(`There is no merchant ${clientKey}. See them all with: merchant list`)
  }
  return merchant
}

function fresh({ random, mode, captureDelayMs }: CommandDeps, name: string): NewMerchant {
  return {
    id: uuid(random),
    name,
    descriptor: name.slice(0, 22),
    mode,
    acquirer: SANDBOX,
    password: token(random, 256),
    algorithm: 'md5',
    notificationUrl: null,
    captureDelayMs,
    tokenization: true,
    ipAllow: null,
    salesPerMinute: null,
  }
}

/** A merchant as it would be saved unchanged. */
function kept(merchant: Merchant): NewMerchant {
  const { signer, signatureKey: _key, blocked: _blocked, ...rest } = merchant
  return { ...rest, ...signer }
}

function shown({ signer, ...merchant }: Merchant) {
  return {
    client_key: merchant.id,
    name: merchant.name,
    descriptor: merchant.descriptor,
    mode: merchant.mode,
    acquirer: merchant.acquirer,
    blocked: merchant.blocked,
    hash: signer.algorithm,
    notification_url: merchant.notificationUrl,
    capture_delay_ms: merchant.captureDelayMs,
    tokenization: merchant.tokenization,
    ip_allow: merchant.ipAllow,
    sales_per_minute: merchant.salesPerMinute,
    signature: merchant.signatureKey?.algorithm ?? null,
  }
}

function changesOf(given: Given): Partial<NewMerchant> {
  const delay = wholeOf(given, 'capture-delay-ms')
  const algorithm = oneOf(given, 'hash', ['md5', 'sha256'])
  const tokenization = oneOf(given, 'tokenization', ['on', 'off'])
  const mode = oneOf(given, 'mode', ['test', 'live'])
  const acquirer = oneOf(given, 'acquirer', acquirerNames)
  return {
    ...set(given, 'name', (name) => ({ name })),
    ...set(given, 'descriptor', (descriptor) => ({ descriptor: descriptor.slice(0, 22) })),
    ...set(given, 'notification-url', (url) => ({ notificationUrl: url === '' ? null : webAddress(url) })),
    ...(given.options['manual-capture'] === true ? { captureDelayMs: null } : {}),
    ...(delay === undefined ? {} : { captureDelayMs: delay }),
    ...(algorithm === undefined ? {} : { algorithm }),
    ...(tokenization === undefined ? {} : { tokenization: tokenization === 'on' }),
    ...(mode === undefined ? {} : { mode }),
    ...(acquirer === undefined ? {} : { acquirer }),
    ...set(given, 'ip-allow', (list) => ({ ipAllow: list === '' ? null : ranges(list) })),
    ...set(given, 'sales-per-minute', (text) => ({
      salesPerMinute: text === '' ? null : (wholeOf(given, 'sales-per-minute') ?? null),
    })),
  }
}

function set<Change>(given: Given, name: string, change: (text: string) => Change): Change | undefined {
  const text = textOf(given, name)
  return text === undefined ? undefined : change(text)
}

function webAddress(url: string): string {
  const protocol = URL.parse(url)?.protocol
  if ((protocol !== 'https:' && protocol !== 'http:') || url.length > 255) {
    throw new BadCall('--notification-url must be an http or https address of at most 255 characters.')
  }
  return url
}

function ranges(list: string): string[] {
  const words = list.split(',').map((word) => word.trim())
  if (addressRanges(words) !== undefined) return words
  throw new BadCall(`--ip-allow must be addresses or ranges such as 192.0.2.0/24, with commas between them.`)
}
