import type { Change } from '../../../books/Change.ts'
import { chart } from '../../../books/chart.ts'
import type { Journal } from '../../../books/Journal.ts'
import * as Payment from '../../../books/Payment.ts'
import type { PayinChange, PayinContext, PayinInstruction } from '../../machine/PayinChange.ts'
import { MOST_WRONG_CODES, type BalanceFact, type BalancePayin } from './BalancePayin.ts'

/** The journals that reserve money on a client's balance when an order is placed, so that nothing else can spend it. */
export function balanceReserved(context: Pick<PayinContext, 'orderId' | 'clientId' | 'expected'>): Journal {
  return Payment.hold(paymentOf(context), context.expected)
}

/** Applies a withdrawal's code to a pay-in. A code that was already counted, or arrives too late, changes nothing. */
export function balanceStep(
  payin: BalancePayin,
  fact: BalanceFact,
  context: PayinContext,
): PayinChange<BalancePayin> {
  const isNext = fact.number === payin.wrongCodes + 1
  if (payin.state !== 'reserved' || !isNext || !context.acceptsPayment) return null
  switch (fact.is) {
    case 'confirmed':
      return {
        next: { ...payin, state: 'taken' },
        effect: { is: 'received' },
        journals: [Payment.captured(paymentOf(context), context.expected)],
      }
    case 'code_refused': {
      const counted = { ...payin, wrongCodes: fact.number }
      return fact.number < MOST_WRONG_CODES
        ? { next: counted, effect: { is: 'noted' } }
        : { ...released(counted, context), effect: { is: 'given_up' } }
    }
  }
}

/** Applies an order's instruction to its pay-in; null where there is no such money. A refund is complete at once. */
export function balanceInstructed(
  payin: BalancePayin,
  { is, parts }: PayinInstruction,
  context: PayinContext,
): Change<BalancePayin> | null {
  if (payin.state === 'reserved' && is === 'refund' && parts.includes('reserved'))
    return released(payin, context)
  if (payin.state !== 'taken' || !parts.includes('received')) return null
  const payment = paymentOf(context)
  return is === 'refund'
    ? { next: { ...payin, state: 'returned' }, journals: [Payment.refunded(payment, context.expected)] }
    : { next: { ...payin, state: 'closed' }, journals: [Payment.settledByHand(payment, context.expected)] }
}

function released(payin: BalancePayin, context: PayinContext): Change<BalancePayin> {
  return { next: { ...payin, state: 'released' }, journals: [Payment.released(paymentOf(context))] }
}

/** The only payment, which is debited from what we owe the client. */
function paymentOf({ orderId, clientId }: Pick<PayinContext, 'orderId' | 'clientId'>): Payment.Payment {
  if (clientId === null) throw new Error(`Order ${orderId} is paid from the balance of nobody`)
  return { orderId, number: 1, receivable: chart.clientBalance(clientId) }
}
