import { timingSafeEqual } from 'node:crypto'
import { termUrlOf, type Platform } from '../Platform.ts'
import { findTransaction } from '../store/transactions.ts'
import { CHALLENGE_MS } from '../transaction/dueAtOf.ts'
import { isTransactionId } from '../transaction/Transaction.ts'
import type { Challenges } from './pages/Challenges.ts'

/** The challenges of the sandbox's bank, out of the transactions that wait for one. */
export function challenges(platform: Platform): Challenges {
  return {
    async find(transId, request) {
      if (!isTransactionId(transId)) return null
      const expected = Buffer.from(platform.keys.challengeSecret('request', transId))
      const received = Buffer.from(request)
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null
      const transaction = await findTransaction(platform.query, transId)
      if (!transaction?.challenge) return null
      return {
        kind: transaction.challenge.status === '3DS' ? '3ds' : 'redirect',
        open: transaction.state === 'challenged',
        termUrl: termUrlOf(platform, transId),
        descriptor: transaction.descriptor,
        amount: transaction.money,
        card: transaction.means.mask,
        expiresAt: new Date(transaction.createdAt.getTime() + CHALLENGE_MS),
      }
    },
  }
}
