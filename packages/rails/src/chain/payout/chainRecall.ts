import type { PayoutRecall } from '@cambio/exchange/payout/PayoutRecall.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'

/**
 * Calls off pay-outs on a chain, as long as nobody has signed them. The packages for a chain are large: they are read when
 * something is asked.
 */
export function chainRecall(query: Query): PayoutRecall {
  return {
    group: 'crypto',
    async callOff({ payoutId, amount: { currency } }, why) {
      const { callOffPayout } = await import('./callOffPayout.ts')
      return callOffPayout(query, { payoutId, currency, ...why })
    },
    // A reorganisation may take away what it had failed by; the transaction that makes it impossible is in no final block yet.
    async isOpenAgain(payoutId) {
      const { findPayout, isGivenUp } = await import('./ChainPayout.ts')
      const payout = await findPayout(query, payoutId)
      return payout?.state === 'sent' && isGivenUp(payout)
    },
  }
}
