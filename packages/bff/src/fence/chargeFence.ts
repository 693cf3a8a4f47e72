import type { ChargeFence } from '@cambio/exchange/charge/ChargeFence.ts'
import { sharedLimiter } from '@cambio/server/limits.ts'
import { tooMany } from '../http/problem.ts'
import { networkKey } from '../http/throttle.ts'
import type { Exchange } from '../program/Exchange.ts'

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
  const ofClient = counting('charge-client', 10, 60)
  const ofCard = counting('charge-card', 10, 60)
  const ofAll = counting('charge', salesPerSecond, 1)
  return {
    async admitBuyer({ clientId, payerIp }) {
      await ofNetwork(networkKey(payerIp))
      await ofClient(clientId)
    },
    async admitCard(cardKey) {
      if (cardKey !== null) await ofCard(cardKey)
      await ofAll('all')
    },
    cardKey: (fingerprint) => keys.fingerprint('card', fingerprint).toString('base64url'),
  }
}
