import type { DepositPayin } from '@cambio/exchange/payin/deposit/machine/DepositPayin.ts'
import { paymentShown, type PayinShown } from '../PayinShown.ts'

/** Received coins, as the operator reads them. */
export function depositShown({
  deposits,
  refundAddress,
}: DepositPayin): Pick<PayinShown, 'deposits' | 'refund_address'> {
  return {
    refund_address: refundAddress,
    deposits: deposits.map((deposit) => ({
      ...paymentShown(deposit),
      txid: deposit.entry.replace(/:.*$/, ''),
      sender: deposit.sender,
    })),
  }
}
