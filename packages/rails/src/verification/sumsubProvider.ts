import type { Provider } from '../Provider.ts'
import { sumsub } from './sumsub.ts'
import { sumsubCall } from './sumsubCall.ts'
import type { SumsubSettings } from './sumsubSettings.ts'
import { sumsubWebhook } from './sumsubWebhook.ts'

/** Identity checks by Sumsub, which reports changes at a webhook. */
export function sumsubProvider(settings: SumsubSettings): Provider<'verification'> {
  const { token, levels, baseUrl, webhookSecret: secret } = settings
  return {
    kind: 'verification',
    name: 'sumsub',
    open: ({ clock }) => ({
      answers: sumsub({ call: sumsubCall({ token, clock, baseUrl }), levels }),
      webhooks: [{ source: 'sumsub', ...sumsubWebhook({ clock }, { secret }) }],
    }),
  }
}
