import { choice, flag, optional, repeated, required } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { partnerStore } from '../../store/partners.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { freshApiKey, freshSecret, webhookSecretOf } from './freshSecrets.ts'
import { httpAddress, origin, partnerName } from './partnerArguments.ts'
import { refuseInLive } from './refuseInLive.ts'
import { refuseTakenName } from './refuseTakenName.ts'

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
    statuses: optional(choice(['all', 'plain'])),
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
  async run(deps: CommandDeps, { options }) {
    const { random } = deps
    const callbackUrl = options['callback-url'] ?? null
    refuseInLive(deps.mode, { origins: options.origin, callbackUrl })
    await refuseTakenName(deps, { name: options.name, except: null, undone: 'none was made' })
    const fresh = {
      apiKey: freshApiKey(random),
      secret: freshSecret(random),
      callbackSecret: freshSecret(random),
    }
    const version = options['callback-version']
    const partner = await partnerStore(deps).put({
      ...fresh,
      name: options.name,
      origins: options.origin,
      callbackUrl,
      callbackVersion: version === undefined ? null : version === '1' ? 1 : 2,
      statuses: options.statuses ?? 'all',
      requireTimestamp: options['require-timestamp'],
      firstOrderFree: options['first-order-free'],
    })
    const { apiKey: api_key, secret, callbackSecret: callback_secret } = fresh
    const webhook_secret = webhookSecretOf(callback_secret)
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
