import type { PayoutRecall } from '@cambio/exchange/payout/PayoutRecall.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { callOffPayout } from './callOffPayout.ts'
import { findPayout, isGivenUp } from './ChainPayout.ts'

/** Calls off pay-outs on a chain, as long as nobody has signed them. */
export function chainRecall(query: Query): PayoutRecall {
  return {
    group: 'crypto',
    callOff: ({ payoutId, amount: { currency } }, why) =>
      callOffPayout(query, { payoutId, currency, ...why }),
    // A reorganisation may take away what it had failed by; the transaction that makes it impossible is in no final block yet.
    async isOpenAgain(payoutId) {
      const payout = await findPayout(query, payoutId)
      return payout?.state === 'sent' && isGivenUp(payout)
    },
  }
}
