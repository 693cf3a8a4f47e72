import { stillChargedBack } from '@cambio/exchange/payin/transfer/machine/reversalStep.ts'
import type { TransferPayin } from '@cambio/exchange/payin/transfer/machine/TransferPayin.ts'
import * as Money from '@cambio/wire/Money.ts'
import { paymentShown, type PayinShown } from '../PayinShown.ts'

/** Received transfers, as the operator reads them. */
export function transferShown({ transfers }: TransferPayin): Pick<PayinShown, 'transfers'> {
  return {
    transfers: transfers.map((transfer) => ({
      ...paymentShown(transfer),
      entry: transfer.entry,
      taken_back: transfer.reversal ? Money.format(stillChargedBack(transfer.reversal)) : null,
    })),
  }
}
