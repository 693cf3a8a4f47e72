import { etherOf, tokensOf } from '../traffic/chainCalls.ts'
import type { Purchase } from '../traffic/purchases.ts'
import type { Finding, Installation } from './Installation.ts'
import type { OrderRow } from './readOrders.ts'

/** Each wallet has what its order agreed, once, as the chain itself says. */
export async function auditCoins(
  { programs }: Pick<Installation, 'programs'>,
  orders: readonly OrderRow[],
  purchases: readonly Purchase[],
): Promise<readonly Finding[]> {
  const byPartnerId = new Map(orders.map((order) => [order.partner_order_id, order]))
  const found: Finding[] = []
  for (const { wallet, partnerOrderId, way } of purchases) {
    const order = byPartnerId.get(partnerOrderId)
    const due =
      order?.status === 'finished' && order.payout_group === 'crypto' ? BigInt(order.payout_units) : 0n
    const has =
      order?.payout_currency === 'USDC'
        ? await tokensOf(programs.chainUrl, wallet)
        : await etherOf(programs.chainUrl, wallet)
    if (has === due) continue
    const is = order === undefined ? 'lost' : has > due ? 'twice' : 'wrong'
    found.push({ is, what: `the wallet of ${way} ${partnerOrderId} has ${has}, and should have ${due}` })
  }
  return found
}
