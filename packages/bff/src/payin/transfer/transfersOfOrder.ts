import type { Order } from '@cambio/exchange/order/Order.ts'
import { transfersOf } from '@cambio/exchange/payin/Payin.ts'
import type { Transfer } from '@cambio/exchange/payin/transfer/machine/TransferPayin.ts'

/** Whether an order is paid by bank transfer. */
export function isPaidByTransfer({ payin }: Order): boolean {
  return payin.is === 'transfer'
}

/** The transfer of an order that a statement's line reported; undefined if there is none. */
export function transferOfLine({ payin }: Order, name: string): Transfer | undefined {
  return transfersOf(payin).find(({ entry }) => entry === name)
}
