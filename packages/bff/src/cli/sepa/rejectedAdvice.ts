import type { BankPayment } from '@cambio/exchange/payin/transfer/statement/StatementStore.ts'
import * as Money from '@cambio/wire/Money.ts'

/** Describes a rejected payment: what happened to it, and which command continues. */
export function rejectedAdvice({ id, purpose, amount }: BankPayment): string {
  const sum = `${Money.format(amount)} ${amount.currency}`
  switch (purpose.is) {
    case 'payout': {
      const { orderId } = purpose
      return [
        `The pay-out of ${orderId}, ${sum}, was not made, and its order is stopped: “order resolve ${orderId} continue” orders it`,
        'again under another id, “order resolve … refund” refunds the buyer, and “order resolve … settle” records',
        'that you have paid by hand.',
      ].join('\n')
    }
    case 'refund': {
      const { orderId } = purpose
      return [
        `A refund of ${orderId}, ${sum}, was not made, and is owed: “owed return ${orderId}” orders it again under another`,
        'id, “order resolve … settle” records that you have refunded it by hand.',
      ].join('\n')
    }
    case 'settlement':
      return [
        `A partner’s pay-out, ${id}, ${sum}, was not made: “balance show ${purpose.partnerId}” has it again, “partner pay-out”`,
        'orders it once more.',
      ].join('\n')
  }
}
