import { subtract, type Money } from '@cambio/wire/Money.ts'
import type { Order } from '../../order/Order.ts'
import { refundId } from './refundDeposit.ts'

/** Coins to return to the buyer of an order. */
export type CoinRefund = {
  readonly number: number
  readonly payoutId: string
  readonly address: string
  /** The amount sent; the network fee included while that is not fixed yet. */
  readonly amount: Money
  readonly isFeeOpen: boolean
}

/** The refunds of coins that an order would send now. */
export function coinRefunds(order: Order): CoinRefund[] {
  const { payin } = order
  if (payin.is !== 'deposit' || payin.refundAddress === null) return []
  const address = payin.refundAddress
  return payin.deposits
    .filter(({ state }) => state === 'returning')
    .map((deposit) => ({
      number: deposit.number,
      payoutId: refundId(order, deposit),
      address,
      amount: deposit.refundFee ? subtract(deposit.amount, deposit.refundFee) : deposit.amount,
      isFeeOpen: deposit.refundFee === null,
    }))
}
