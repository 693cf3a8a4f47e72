import type { Rail } from '../Rail.ts'
import { cardPlatform } from './cardPlatform.ts'
import { cardWebhook } from './cardWebhook.ts'
import type { Merchant } from './Merchant.ts'
import { platformWatch } from './platformWatch.ts'

/** The card platform as a rail: it takes money in and sends notices. */
export function cardPlatformRail(merchant: Omit<Merchant, 'baseUrl' | 'fetch'>): Rail {
  return {
    payoutWays: [],
    open({ baseUrl, orders, log, resume }) {
      const { fetch, repeated } = platformWatch({ log, resume }, { ...merchant, fetch: globalThis.fetch })
      return {
        card: cardPlatform({ ...merchant, baseUrl, fetch }),
        webhooks: [cardWebhook({ orders }, merchant)],
        repeated: [repeated],
      }
    },
  }
}
