import { rotateCredentials } from '@cambio/exchange/operator/partner/rotateCredentials.ts'
import { duration, flag, optional } from '@cambio/server/cli/arguments.ts'
import { BadCall } from '@cambio/server/cli/BadCall.ts'
import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { operatorDeps } from '../../operator/operatorDeps.ts'
import { webhookSecretOf } from '../../partner/webhookSecretOf.ts'
import { optionalReasonOptions } from '../actArguments.ts'
import { namedPartner } from '../catalogue/partnerIdOf.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { partnerWord } from './partnerArguments.ts'

/** How long a replaced key or secret stays valid by default, milliseconds. */
const OVERLAP_MS = 24 * 60 * 60 * 1_000

/** Replaces a partner's credentials. The new ones are printed this once. */
export const partnerRotate = command({
  name: 'partner rotate',
  summary: [
    'Gives a partner a new API key (--key), a new secret (--secret), a new callback secret (--callback-secret), or',
    'several of them, and prints them this once. The former one works too for --overlap (24h unless given; 0s ends it',
    'at once); any older one ends. Meanwhile callbacks carry an API-Signature by the new secret, and a',
    'webhook-signature by both.',
  ].join('\n'),
  words: { partner: partnerWord },
  options: {
    key: flag(),
    secret: flag(),
    'callback-secret': flag(),
    overlap: optional(duration),
    ...optionalReasonOptions,
  },
  json: z.object({
    partner_id: z.string(),
    api_key: z.optional(z.string()),
    secret: z.optional(z.string()),
    callback_secret: z.optional(z.string()),
    webhook_secret: z.optional(z.string()),
    former_until: z.string(),
  }),
  async run(deps: CommandDeps, { words, options }) {
    const { reason = null, actor = deps.operator, overlap: overlapMs = OVERLAP_MS } = options
    const which = new Set([
      ...(options.key ? (['apiKey'] as const) : []),
      ...(options.secret ? (['secret'] as const) : []),
      ...(options['callback-secret'] ? (['callbackSecret'] as const) : []),
    ])
    if (which.size === 0) throw new BadCall('Say what to replace: --key, --secret or --callback-secret.')
    const partnerId = await namedPartner(deps, words.partner)
    const rotation = { partnerId, which, overlapMs, actor, reason }
    const { fresh, formerUntil } = await rotateCredentials(operatorDeps(deps), rotation)
    const { apiKey, secret, callbackSecret } = fresh
    const data = {
      partner_id: partnerId,
      ...(apiKey !== undefined && { api_key: apiKey }),
      ...(secret !== undefined && { secret }),
      ...(callbackSecret !== undefined && {
        callback_secret: callbackSecret,
        webhook_secret: webhookSecretOf(callbackSecret),
      }),
      former_until: formerUntil.toISOString(),
    }
    return { text: sentences(words.partner, data, overlapMs > 0), data }
  },
})

type Rotated = {
  readonly api_key?: string
  readonly secret?: string
  readonly callback_secret?: string
  readonly webhook_secret?: string
  readonly former_until: string
}

function sentences(partner: string, rotated: Rotated, overlaps: boolean): string {
  const { api_key: key, secret, callback_secret: callbackSecret, webhook_secret: webhookSecret } = rotated
  return [
    `${partner} has new credentials, shown this once:`,
    ...(key === undefined ? [] : [`  API key          ${key}`]),
    ...(secret === undefined ? [] : [`  Secret           ${secret}`]),
    ...(callbackSecret === undefined
      ? []
      : [`  Callback secret  ${callbackSecret}`, `  the same for Standard Webhooks: ${webhookSecret}`]),
    overlaps
      ? `The former ones work until ${rotated.former_until}.`
      : 'The former ones stop working within a second.',
  ].join('\n')
}
