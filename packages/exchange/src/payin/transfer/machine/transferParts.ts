import { chart } from '../../../books/chart.ts'
import type { Journal } from '../../../books/Journal.ts'
import * as Payment from '../../../books/Payment.ts'
import type { PayinContext } from '../../machine/PayinChange.ts'
import type { Transfer, TransferPayin } from './TransferPayin.ts'

export function withTransfer(payin: TransferPayin, changed: Transfer): TransferPayin {
  const transfers = payin.transfers.map((other) => (other.number === changed.number ? changed : other))
  return { ...payin, transfers }
}

export function paymentOf({ number }: Transfer, { orderId }: PayinContext): Payment.Payment {
  return { orderId, number, receivable: chart.bank }
}

export function owedReversed(transfer: Transfer, context: PayinContext): Journal[] {
  return transfer.state === 'owed'
    ? [Payment.owedReversed(paymentOf(transfer, context), context.seq, transfer.amount)]
    : []
}
