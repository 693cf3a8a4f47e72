import type { Rail } from '../Rail.ts'
import { sumsub } from './sumsub.ts'
import { sumsubCall } from './sumsubCall.ts'
import type { SumsubSettings } from './sumsubSettings.ts'
import { sumsubWebhook } from './sumsubWebhook.ts'

/** Identity checks by Sumsub, which says at a webhook that something changed. It moves no money. */
export function sumsubRail({ token, levels, baseUrl, webhookSecret: secret }: SumsubSettings): Rail {
  return {
    payoutWays: [],
    open: ({ clock }) => ({
      verification: sumsub({ call: sumsubCall({ token, clock, baseUrl }), levels }),
      webhooks: [{ source: 'sumsub', ...sumsubWebhook({ clock }, { secret }) }],
    }),
  }
}
