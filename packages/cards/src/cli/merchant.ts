import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Merchant } from '../Merchant.ts'
import { SANDBOX } from '../sandbox/sandboxAcquirer.ts'
import type { SignatureKey } from '../signature/SignatureKey.ts'
import { dropSignature, requireSignature } from '../store/merchantSignatures.ts'
import {
  changeMerchant,
  listMerchants,
  saveMerchant,
  setBlocked,
  setPassword,
  type ListedMerchant,
  type NewMerchant,
} from '../store/merchants.ts'
import { BadCall, neededText, wordAt, type Command, type CommandDeps, type Given } from './Command.ts'
import { merchantNamed } from './merchantNamed.ts'
import { settingsOf, settingsOptions, settingsUsage, signatureKeyOf } from './merchantSettings.ts'

export const merchantCommands: Readonly<Record<string, Command>> = {
  'merchant create': {
    usage: `merchant create --name … ${settingsUsage}`,
    about: 'Makes a merchant and prints its client_key and password, the password this once.',
    options: settingsOptions,
    async run(deps, given) {
      const merchant = { ...fresh(deps, neededText(given, 'name')), ...settingsOf(given) }
      const key = signatureKeyOf(deps.random, given)
      const { id, password } = merchant
      await written(deps, id, key, (query) =>
        saveMerchant({ ...deps, query, keyring: deps.keys.keyring }, merchant, deps.clock.now()),
      )
      return {
        text: `Merchant ${id} is made. Its password is shown this once:\n${password}${secretText(key)}`,
        data: { client_key: id, password, ...secretData(key) },
      }
    },
  },
  'merchant list': {
    usage: 'merchant list',
    about: 'Lists every merchant.',
    options: {},
    async run({ query }) {
      const data = (await listMerchants({ query })).map(shown)
      const text = data.map(
        (row) => `${row.client_key}  ${row.mode}  ${row.blocked ? 'blocked' : 'open'}  ${row.name}`,
      )
      return { text: text.join('\n') || 'There is no merchant yet. Make one with: merchant create', data }
    },
  },
  'merchant update': {
    usage: `merchant update <client_key> [--name …] ${settingsUsage}`,
    about:
      'Changes what is given. An empty --notification-url, --ip-allow, --sales-per-minute or --signature-key takes it away.',
    options: settingsOptions,
    async run(deps, given) {
      const { id } = await named(deps, given)
      const settings = settingsOf(given)
      const key = signatureKeyOf(deps.random, given)
      const after = await written(deps, id, key, (query) => changeMerchant(query, id, settings))
      return {
        text: `Merchant ${id} is changed.${secretText(key)}`,
        data: { ...shown(listed(after)), ...secretData(key) },
      }
    },
  },
  'merchant rotate-password': {
    usage: 'merchant rotate-password <client_key>',
    about: 'Gives a merchant a new password at once; requests and notifications use it from now on.',
    options: {},
    async run(deps, given) {
      const { id } = await named(deps, given)
      const password = deps.random.token(256)
      await setPassword({ ...deps, keyring: deps.keys.keyring }, id, password)
      return {
        text: `Merchant ${id} has a new password, shown this once:\n${password}\nThe old one is of no use any more.`,
        data: { client_key: id, password },
      }
    },
  },
  'merchant block': blocking('block', 'Refuses everything a merchant asks, until it is unblocked.'),
  'merchant unblock': blocking('unblock', 'Lets a blocked merchant in again.'),
}

/** Writes a merchant and its signature as one, unless that makes a merchant that cannot be. */
async function written(
  deps: CommandDeps,
  id: string,
  key: SignatureKey | null | undefined,
  write: (query: Query) => Promise<void>,
): Promise<Merchant> {
  return deps.database.transaction(async (query) => {
    await write(query)
    if (key === null) await dropSignature(query, id)
    else if (key !== undefined)
      await requireSignature({ ...deps, query, keyring: deps.keys.keyring }, id, key)
    const merchant = await merchantNamed({ ...deps, query }, id)
    if (merchant.mode === 'live' && merchant.acquirer === SANDBOX) {
      throw new BadCall(
        "A live merchant's cards are real: say who takes them with --acquirer stripe or upstream.",
      )
    }
    return merchant
  })
}

function secretOf(key: SignatureKey | null | undefined): string | undefined {
  return key?.algorithm === 'hmac-sha256' ? Buffer.from(key.secret).toString('base64') : undefined
}

function secretText(key: SignatureKey | null | undefined): string {
  const secret = secretOf(key)
  if (secret === undefined) return ''
  return `\nEvery form it posts has to be signed as a whole (RFC 9421, hmac-sha256) with this secret, in base64, shown this once:\n${secret}`
}

function secretData(key: SignatureKey | null | undefined) {
  const secret = secretOf(key)
  return secret === undefined ? {} : { signing_secret: secret }
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

async function named(deps: CommandDeps, given: Given): Promise<Merchant> {
  return merchantNamed(deps, wordAt(given, 0, 'merchant by its client_key'))
}

function fresh({ random, mode, captureDelayMs }: CommandDeps, name: string): NewMerchant {
  return {
    id: random.uuid(),
    name,
    descriptor: name.slice(0, 22),
    mode,
    acquirer: SANDBOX,
    password: random.token(256),
    algorithm: 'md5',
    notificationUrl: null,
    captureDelayMs,
    tokenization: true,
    ipAllow: null,
    salesPerMinute: null,
  }
}

function listed({ signer, signatureKey, ...rest }: Merchant): ListedMerchant {
  return { ...rest, algorithm: signer.algorithm, signature: signatureKey?.algorithm ?? null }
}

function shown(merchant: ListedMerchant) {
  return {
    client_key: merchant.id,
    name: merchant.name,
    descriptor: merchant.descriptor,
    mode: merchant.mode,
    acquirer: merchant.acquirer,
    blocked: merchant.blocked,
    hash: merchant.algorithm,
    notification_url: merchant.notificationUrl,
    capture_delay_ms: merchant.captureDelayMs,
    tokenization: merchant.tokenization,
    ip_allow: merchant.ipAllow,
    sales_per_minute: merchant.salesPerMinute,
    signature: merchant.signature,
  }
}
