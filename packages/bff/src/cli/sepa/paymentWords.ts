import type { BankPayment } from '@cambio/exchange/payin/transfer/statement/StatementStore.ts'

/** How the operator's texts call a bank payment of ours. */
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
