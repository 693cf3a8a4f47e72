import type { OrderData } from '@cambio/wire/order/Order.ts'
import { payinData } from '../../payin/Payin.ts'
import { asksRefundAddress } from '../asksRefundAddress.ts'
import { isWaitingForClient, payinOf, type Order } from '../Order.ts'

type CryptoData = Pick<OrderData, 'crypto_address' | 'crypto_delay' | 'refund_address_state'>

/**
 * The address for an order's coins, and how long it still waits for them; null where it is paid another way, or cannot
 * be paid yet.
 */
export function cryptoData(order: Order, at: Date): CryptoData {
  const { payin, createdAt, expiresAt } = order
  const { coins } = payinData(payin, createdAt)
  if (!coins || isWaitingForClient(order)) return { crypto_address: null, crypto_delay: null }
  const { address, isSeen } = coins
  const left = expiresAt === null || isSeen ? 0 : Math.ceil((expiresAt.getTime() - at.getTime()) / 1_000)
  return {
    crypto_address: address,
    crypto_delay: Math.min(900, Math.max(0, left)),
    ...refundAddressState(order),
  }
}

function refundAddressState(order: Order): Pick<CryptoData, 'refund_address_state'> {
  if (payinOf(order).refundAddress === 'given') return { refund_address_state: 'given' }
  return asksRefundAddress(order) ? { refund_address_state: 'needed' } : {}
}
