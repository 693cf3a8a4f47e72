import type { Rail } from '../Rail.ts'
import { cardPlatform } from './cardPlatform.ts'
import { cardWebhook } from './cardWebhook.ts'
import type { Merchant } from './Merchant.ts'
import { platformWatch } from './platformWatch.ts'

/** The card platform as a rail: it takes money in and sends notices. */
export function cardPlatformRail(
  settings: Omit<Merchant, 'baseUrl' | 'fetch' | 'signing'> & {
    /** Signs messages as a whole, both ways; null where the platform does not ask for it. */
    readonly signingSecret: Uint8Array | null
  },
): Rail {
  const { signingSecret: secret, ...merchant } = settings
  return {
    payoutWays: [],
    open({ baseUrl, orders, clock, random, log, resume }) {
      const { fetch, repeated } = platformWatch({ log, resume }, { ...merchant, fetch: globalThis.fetch })
      const signing = secret && { secret, now: () => clock.now(), nonce: () => random.uuid() }
      return {
        card: cardPlatform({ ...merchant, baseUrl, fetch, signing }),
        webhooks: [cardWebhook({ orders }, { ...merchant, baseUrl, signing })],
        repeated: [repeated],
      }
    },
  }
}
