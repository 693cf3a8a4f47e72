import type { TestCard } from '../fields/PageData.ts'

/**
 * The sandbox's network tokens: one number, and an expiry that chooses what a SALE comes to. None of them leads to a
 * challenge, since the wallet has asked the buyer.
 */
export const testNetworkTokens = [
  { outcome: 'success', number: '4895370012003478', exp_month: '01', exp_year: '2038' },
  { outcome: 'declined', number: '4895370012003478', exp_month: '02', exp_year: '2038' },
  { outcome: 'capture_fails', number: '4895370012003478', exp_month: '03', exp_year: '2038' },
] as const satisfies readonly TestCard[]
