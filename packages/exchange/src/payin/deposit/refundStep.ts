import { subtract } from '@cambio/wire/Money.ts'
import { chart } from '../../books/chart.ts'
import * as Payment from '../../books/Payment.ts'
import type { PayinChange, PayinContext } from '../machine/PayinChange.ts'
import type { Deposit, DepositFact, DepositPayin } from './DepositPayin.ts'

type RefundFact = Extract<DepositFact, { is: 'refund_priced' | 'refund_done' | 'refund_failed' }>

/** What becomes of a deposit that goes back. The buyer bears what the network takes; what is below that stays owed. */
export function refundStep(
  payin: DepositPayin,
  deposit: Deposit,
  fact: RefundFact,
  context: PayinContext,
): PayinChange<DepositPayin> {
  const { amount, refundFee, number } = deposit
  const isOver = deposit.state === 'returned' && fact.is === 'refund_done'
  if (isOver || (deposit.state === 'owed' && fact.is !== 'refund_done')) return null
  if (deposit.state !== 'returning') return 'contradiction'
  const payment: Payment.Payment = { orderId: context.orderId, number, receivable: chart.deposits }
  const changed = (next: Deposit): DepositPayin => ({
    ...payin,
    deposits: payin.deposits.map((other) => (other.number === number ? next : other)),
  })
  const owed = (next: Deposit): PayinChange<DepositPayin> => ({
    next: changed({ ...next, state: 'owed' }),
    journals: [Payment.owed(payment, context.seq, amount)],
    news: { is: 'owed' },
  })
  switch (fact.is) {
    case 'refund_priced':
      if (refundFee !== null) return null
      return fact.fee.units < amount.units
        ? { next: changed({ ...deposit, refundFee: fact.fee }), news: { is: 'noted' } }
        : owed({ ...deposit, refundFee: fact.fee })
    case 'refund_failed':
      return owed({ ...deposit, refundFailures: deposit.refundFailures + 1 })
    case 'refund_done': {
      if (refundFee === null) return 'contradiction'
      const sent = subtract(amount, refundFee)
      return {
        next: changed({ ...deposit, state: 'returned' }),
        journals: [Payment.sentByWallet(payment, { amount, sent, fee: refundFee })],
        news: { is: 'returned' },
      }
    }
  }
}
