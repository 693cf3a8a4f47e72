import { createPartner } from '@cambio/exchange/operator/partner/createPartner.ts'
import { choice, flag, optional, repeated, required } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { webhookSecretOf } from '../../partner/webhookSecretOf.ts'
import { optionalReasonOptions } from '../actArguments.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { nameTaken } from './nameTaken.ts'
import { addressRange, httpAddress, origin, partnerName } from './partnerArguments.ts'
import { refuseInLive } from './refuseInLive.ts'

/** Creates a partner. Its API key, secret and callback secret are printed this once. */
export const partnerCreate = command({
  name: 'partner create',
  summary: [
    'Creates a partner and prints its API key and secrets, this once. --origin and --allow-address may be given several',
    'times. Without an address its key works from any.',
    'The record names who created it: --actor, or the account that the command runs under.',
  ].join('\n'),
  words: {},
  options: {
    name: required(partnerName, 'Give the partner a name: --name "Corner Shop".'),
    origin: repeated(origin),
    'callback-url': optional(httpAddress),
    'callback-version': optional(choice(['1', '2'])),
    statuses: optional(choice(['all', 'plain'])),
    'require-timestamp': flag(),
    'least-signature-version': optional(choice(['1', '2'])),
    'allow-address': repeated(addressRange),
    'first-order-free': flag(),
    ...optionalReasonOptions,
  },
  json: z.object({
    partner_id: z.string(),
    api_key: z.string(),
    secret: z.string(),
    callback_secret: z.string(),
    webhook_secret: z.string(),
  }),
  async run(deps: CommandDeps, { options }) {
    const { reason = null, actor = deps.operator } = options
    const callbackUrl = options['callback-url'] ?? null
    refuseInLive(deps.mode, { origins: options.origin, callbackUrl })
    const version = options['callback-version']
    const outcome = await createPartner(operatorDeps(deps), {
      partner: {
        name: options.name,
        origins: options.origin,
        callbackUrl,
        callbackVersion: version === undefined ? null : version === '1' ? 1 : 2,
        statuses: options.statuses ?? 'all',
        requireTimestamp: options['require-timestamp'],
        leastSignatureVersion: options['least-signature-version'] === '2' ? 2 : 1,
        allowedAddresses: options['allow-address'],
        firstOrderFree: options['first-order-free'],
      },
      actor,
      reason,
    })
    if (outcome.is === 'refused') throw nameTaken(options.name, outcome, 'none was created')
    const { partner, credentials } = outcome.done
    const { apiKey: api_key, secret, callbackSecret: callback_secret } = credentials
    const webhook_secret = webhookSecretOf(callback_secret)
    return {
      text: [
        `Partner ${partner.name} is created. Its secrets are shown this once:`,
        `  API key          ${api_key}`,
        `  Secret           ${secret}`,
        `  Callback secret  ${callback_secret}`,
        `  the same for Standard Webhooks: ${webhook_secret}`,
      ].join('\n'),
      data: { partner_id: partner.id, api_key, secret, callback_secret, webhook_secret },
    }
  },
})
