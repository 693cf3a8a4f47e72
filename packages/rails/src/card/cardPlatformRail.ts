import type { Rail } from '../Rail.ts'
import { cardPlatform } from './cardPlatform.ts'
import { cardWebhook } from './cardWebhook.ts'
import type { Merchant } from './Merchant.ts'

/** The card platform as a rail: it takes money in and sends notices. */
export function cardPlatformRail(merchant: Omit<Merchant, 'baseUrl' | 'fetch'>): Rail {
  return {
    payoutWays: [],
    open: ({ baseUrl, orders }) => ({
      card: cardPlatform({ ...merchant, baseUrl }),
      webhooks: [cardWebhook({ orders }, merchant)],
    }),
  }
}
