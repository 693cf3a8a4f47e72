import type { ChargeFence } from '@cambio/exchange/payin/card/ChargeFence.ts'
import { sharedLimiter } from '@cambio/server/http/limits.ts'
import { tooMany } from '../http/problem.ts'
import { networkKey } from '../http/throttle.ts'
import type { Exchange } from '../program/Exchange.ts'
import { declineFence } from './declineFence.ts'

/**
 * Limits how often one buyer, one network and one card may be charged, over all processes. One network gets at most
 * half of the charges that the exchange may make in a second, so a crowd behind one address cannot use them all. A
 * charge that an outer limit refuses does not count against the inner ones.
 */
export function chargeFence(exchange: Exchange): ChargeFence {
  const { clock, database, keys, limitsFactor, salesPerSecond } = exchange
  const counting = (name: string, points: number, windowSeconds: number) => {
    const limit = { name, points, windowSeconds }
    const limiter = sharedLimiter({ clock, query: database.query }, { limit, factor: limitsFactor })
    return async (key: string) => {
      const { allowed, resetSeconds } = await limiter.consume(key)
      if (!allowed) throw tooMany(resetSeconds)
    }
  }
  const ofNetwork = counting('charge-network', Math.ceil(salesPerSecond / 2), 1)
  const ofClient = counting('charge-client', 15, 60)
  const ofCard = counting('charge-card', 10, 60)
  const ofAll = counting('charge', salesPerSecond, 1)
  const declines = declineFence(exchange)
  const checkBuyer: ChargeFence['checkBuyer'] = ({ clientId, payerIp }) =>
    declines.checkBuyer({ clientId, network: networkKey(payerIp) })
  return {
    checkBuyer,
    async admitBuyer(buyer) {
      await checkBuyer(buyer)
      await ofNetwork(networkKey(buyer.payerIp))
      await ofClient(buyer.clientId)
    },
    async admitCard({ clientId, cardKey, mask }) {
      if (cardKey !== null) {
        await declines.checkCard({ cardKey, bin: mask.slice(0, 6) })
        await ofCard(cardKey)
      }
      await ofAll('all')
      return { reasonHidden: await declines.hidesReason({ clientId, cardKey }) }
    },
    cardKey: (fingerprint) => keys.fingerprint('card', fingerprint).toString('base64url'),
  }
}
