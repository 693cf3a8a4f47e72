import type { TransferReversal, Transfer } from '@cambio/exchange/payin/transfer/machine/TransferPayin.ts'
import { columns } from '@cambio/server/postgres/columns.ts'

/** A row of `transfer` as JSON: units as text, so that no digit is lost. */
export type TransferRow = {
  readonly order_id: string
  readonly number: number
  readonly entry: string
  readonly units: string
  readonly currency: string
  readonly payer_name: string | null
  readonly payer_iban: string | null
  /** Null in rows of the previous version. */
  readonly seen_at: string | null
  readonly state: Transfer['state']
  /** The amounts that a bank charged back and restored, and the state before. */
  readonly taken_units: string | null
  readonly again_units: string | null
  readonly taken_from: TransferReversal['from'] | null
}

export const transferColumns = columns<TransferRow>({
  order_id: true,
  number: true,
  entry: true,
  units: true,
  currency: true,
  payer_name: true,
  payer_iban: true,
  seen_at: true,
  state: true,
  taken_units: true,
  again_units: true,
  taken_from: true,
})

export function toTransferRow(orderId: string, transfer: Transfer): TransferRow {
  const { number, entry, amount, payer, state, reversal } = transfer
  return {
    order_id: orderId,
    number,
    entry,
    units: amount.units.toString(),
    currency: amount.currency,
    payer_name: payer.name,
    payer_iban: payer.iban,
    seen_at: transfer.seenAt?.toISOString() ?? null,
    state,
    taken_units: reversal?.chargedBack.units.toString() ?? null,
    again_units: reversal?.restored.units.toString() ?? null,
    taken_from: reversal?.from ?? null,
  }
}

export function fromTransferRow(row: TransferRow): Transfer {
  return {
    number: row.number,
    entry: row.entry,
    amount: { units: BigInt(row.units), currency: row.currency },
    payer: { name: row.payer_name, iban: row.payer_iban },
    seenAt: row.seen_at === null ? null : new Date(row.seen_at),
    state: row.state,
    reversal: reversalOf(row),
  }
}

function reversalOf({
  taken_units,
  again_units,
  taken_from: from,
  currency,
}: TransferRow): TransferReversal | null {
  if (taken_units === null || again_units === null || from === null) return null
  const amountOf = (units: string) => ({ units: BigInt(units), currency })
  return { chargedBack: amountOf(taken_units), restored: amountOf(again_units), from }
}
