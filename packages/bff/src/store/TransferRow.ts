import { columns } from '@cambio/server/postgres/columns.ts'
import type { Transfer } from '@cambio/exchange/payin/transfer/TransferPayin.ts'

/** A row of `transfer` as JSON: units as text, so that no digit is lost. */
export type TransferRow = {
  readonly order_id: string
  readonly number: number
  readonly entry: string
  readonly units: string
  readonly currency: string
  readonly payer_name: string | null
  readonly payer_iban: string | null
  readonly state: Transfer['state']
}

export const transferColumns = columns<TransferRow>({
  order_id: true,
  number: true,
  entry: true,
  units: true,
  currency: true,
  payer_name: true,
  payer_iban: true,
  state: true,
})

export function toTransferRow(orderId: string, transfer: Transfer): TransferRow {
  const { number, entry, amount, payer, state } = transfer
  return {
    order_id: orderId,
    number,
    entry,
    units: amount.units.toString(),
    currency: amount.currency,
    payer_name: payer.name,
    payer_iban: payer.iban,
    state,
  }
}

export function fromTransferRow(row: TransferRow): Transfer {
  return {
    number: row.number,
    entry: row.entry,
    amount: { units: BigInt(row.units), currency: row.currency },
    payer: { name: row.payer_name, iban: row.payer_iban },
    state: row.state,
  }
}
