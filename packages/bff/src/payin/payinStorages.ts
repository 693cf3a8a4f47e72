import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Payin } from '@cambio/exchange/payin/Payin.ts'
import type { PayinGroup } from '@cambio/wire/Group.ts'
import type { Parameters } from '../store/parameters.ts'
import { balanceStorage } from './balance/balanceStorage.ts'
import { cardStorage } from './card/cardStorage.ts'
import { depositStorage } from './deposit/depositStorage.ts'
import type { PayinColumns, PayinRow, PayinStorage } from './PayinStorage.ts'
import { transferStorage } from './transfer/transferStorage.ts'

/** One entry for each way to pay in. */
const byKind: { readonly [Kind in Payin['is']]: PayinStorage<Extract<Payin, { is: Kind }>> } = {
  card: cardStorage,
  transfer: transferStorage,
  deposit: depositStorage,
  balance: balanceStorage,
}

/** By an order's group, which selects the storage that reads its row. */
const byGroup: { readonly [Group in PayinGroup]: PayinStorage<Payin> } = {
  card: byKind.card,
  sepa: byKind.transfer,
  crypto: byKind.deposit,
  balance: byKind.balance,
}

const NO_COLUMNS: PayinColumns = {
  balance_state: null,
  wrong_codes: null,
  payin_address: null,
  refund_address: null,
}

function storageOf(payin: Payin): PayinStorage<Payin> {
  return byKind[payin.is]
}

/** The columns of `orders` for a pay-in of any way. */
export function toPayinColumns(payin: Payin): PayinColumns {
  return { ...NO_COLUMNS, ...storageOf(payin).columns(payin) }
}

export function fromPayinRow(group: PayinGroup, row: PayinRow): Payin {
  return byGroup[group].read(row)
}

/** The columns that read the payments of order `o`, for every way. */
export const payinSelect = Object.values(byKind)
  .flatMap(({ select }) => select ?? [])
  .join(',')

/** The part of the statement that writes the payments of a changed order; null if there is nothing. */
export function payinWrite(all: Parameters, order: Order): ReturnType<PayinStorage<Payin>['write']> {
  return storageOf(order.payin).write(all, order, order.payin)
}
