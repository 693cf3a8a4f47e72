import type { Order } from '@cambio/exchange/order/Order.ts'
import type { BalancePayin } from '@cambio/exchange/payin/balance/machine/BalancePayin.ts'
import type { Parameters } from '../store/parameters.ts'
import type { AttemptRow } from './card/AttemptRow.ts'
import type { DepositRow } from './deposit/DepositRow.ts'
import type { TransferRow } from './transfer/TransferRow.ts'

/** The columns of `orders` that belong to one way to pay in, and are null in orders of the others. */
export type PayinColumns = {
  readonly balance_state: BalancePayin['state'] | null
  readonly wrong_codes: number | null
  readonly payin_address: string | null
  readonly refund_address: string | null
}

/** A pay-in as read from the database: its columns, and its payments as JSON. */
export type PayinRow = PayinColumns & {
  readonly attempts: readonly AttemptRow[] | null
  readonly transfers: readonly TransferRow[] | null
  readonly deposits: readonly DepositRow[] | null
}

/** How pay-ins of one way are stored: in columns of their order, and in a table of their payments. */
export type PayinStorage<Payin> = {
  /** The values of this way's columns. */
  columns(payin: Payin): Partial<PayinColumns>
  read(row: PayinRow): Payin
  /** The column that reads the payments of order `o`; null if they have no table. */
  readonly select: string | null
  /**
   * The part of the statement that writes the payments of a changed order, whose row is `written`. Its name
   * distinguishes statements with this part. Null if there is nothing to write.
   */
  write(all: Parameters, order: Order, payin: Payin): { readonly name: string; readonly part: string } | null
}
