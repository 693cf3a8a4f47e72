import type { PayoutRecall } from '@cambio/exchange/payout/PayoutRecall.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'

/**
 * Calls off pay-outs on a chain while they are unsigned. The packages for a chain are large, so they are loaded at the
 * first call.
 */
export function chainRecall(query: Query): PayoutRecall {
  return {
    group: 'crypto',
    async callOff({ payoutId, amount: { currency } }, why) {
      const { callOffPayout } = await import('./callOffPayout.ts')
      return callOffPayout(query, { payoutId, currency, ...why })
    },
    // A reorganisation may remove the cause of the failure; the transaction that makes the payment impossible is not in
    // a final block yet.
    async isOpenAgain(payoutId) {
      const { findPayout, isGivenUp } = await import('./ChainPayout.ts')
      const payout = await findPayout(query, payoutId)
      return payout?.state === 'sent' && isGivenUp(payout)
    },
  }
}
