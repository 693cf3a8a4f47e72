import type { BankPayment } from '@cambio/exchange/payin/transfer/statement/StatementStore.ts'

/** How a payment of ours is called to the operator. */
export function paymentWords({ purpose }: Pick<BankPayment, 'purpose'>): string {
  switch (purpose.is) {
    case 'payout':
      return `the pay-out of ${purpose.orderId}`
    case 'refund':
      return `a refund of ${purpose.orderId}`
    case 'settlement':
      return 'a partner’s pay-out'
  }
}
