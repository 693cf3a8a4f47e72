import type { ChargeFence } from '@cambio/exchange/payin/card/ChargeFence.ts'
import { sharedLimiter } from '@cambio/server/http/limits.ts'
import { tooMany } from '../http/problem.ts'
import { networkKey } from '../http/throttle.ts'
import type { Exchange } from '../program/Exchange.ts'
import { declineFence } from './declineFence.ts'

/**
 * How often one buyer, one network and one card may be charged, over all processes. A network's second is half of what
 * the exchange may charge in one, so that no crowd behind one address takes it all; what is refused further out costs
 * nothing further in.
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
