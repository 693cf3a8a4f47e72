import type { Deposit } from '@cambio/exchange/payin/deposit/machine/DepositPayin.ts'
import { columns } from '@cambio/server/postgres/columns.ts'

/** A row of `deposit` as JSON: units as text, so that no digit is lost. */
export type DepositRow = {
  readonly order_id: string
  readonly number: number
  readonly entry: string
  readonly units: string
  readonly currency: string
  readonly sender: string
  /** Null in rows of the previous version. */
  readonly seen_at: string | null
  readonly mined_at: string | null
  readonly is_replacement: boolean
  readonly state: Deposit['state']
  readonly lost_from: Deposit['lostFrom']
  readonly refund_fee_units: string | null
  readonly refund_failures: number
}

export const depositColumns = columns<DepositRow>({
  order_id: true,
  number: true,
  entry: true,
  units: true,
  currency: true,
  sender: true,
  seen_at: true,
  mined_at: true,
  is_replacement: true,
  state: true,
  lost_from: true,
  refund_fee_units: true,
  refund_failures: true,
})

export function toDepositRow(orderId: string, deposit: Deposit): DepositRow {
  const { number, entry, amount, sender, minedAt, isReplacement, refundFee, refundFailures } = deposit
  return {
    order_id: orderId,
    number,
    entry,
    units: amount.units.toString(),
    currency: amount.currency,
    sender,
    seen_at: deposit.seenAt?.toISOString() ?? null,
    mined_at: minedAt?.toISOString() ?? null,
    is_replacement: isReplacement,
    state: deposit.state,
    lost_from: deposit.lostFrom,
    refund_fee_units: refundFee?.units.toString() ?? null,
    refund_failures: refundFailures,
  }
}

export function fromDepositRow(row: DepositRow): Deposit {
  const { number, entry, currency, sender, state } = row
  return {
    number,
    entry,
    amount: { units: BigInt(row.units), currency },
    sender,
    seenAt: row.seen_at === null ? null : new Date(row.seen_at),
    minedAt: row.mined_at === null ? null : new Date(row.mined_at),
    isReplacement: row.is_replacement,
    state,
    lostFrom: row.lost_from,
    refundFee: row.refund_fee_units === null ? null : { units: BigInt(row.refund_fee_units), currency },
    refundFailures: row.refund_failures,
  }
}
