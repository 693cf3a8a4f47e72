import type { Quote } from '@cambio/exchange/price/Quote.ts'
import type { PayinGroup, PayoutGroup } from '@cambio/wire/Group.ts'
import type { Money } from '@cambio/wire/Money.ts'

/** A price as the columns that `orders` and `quote` share. */
export type QuoteColumns = {
  readonly payin_units: bigint
  readonly payin_currency: string
  readonly payin_group: PayinGroup
  readonly payout_units: bigint
  readonly payout_currency: string
  readonly payout_group: PayoutGroup
  readonly rate: bigint
  readonly payin_fee_units: bigint
  readonly margin_fee_units: bigint
  readonly payout_fee_units: bigint
  readonly leftover_units: bigint
  readonly payin_eur_units: bigint
  readonly payout_eur_units: bigint
  readonly margin_eur_units: bigint
  readonly network_bps: number
  readonly service_bps: number
  readonly spread_bps: number
  readonly transfer_eur_units: bigint
}

/** Their names, each once. */
export const quoteNames: Readonly<Record<keyof QuoteColumns, true>> = {
  payin_units: true,
  payin_currency: true,
  payin_group: true,
  payout_units: true,
  payout_currency: true,
  payout_group: true,
  rate: true,
  payin_fee_units: true,
  margin_fee_units: true,
  payout_fee_units: true,
  leftover_units: true,
  payin_eur_units: true,
  payout_eur_units: true,
  margin_eur_units: true,
  network_bps: true,
  service_bps: true,
  spread_bps: true,
  transfer_eur_units: true,
}

export function toColumns(quote: Quote): QuoteColumns {
  return {
    payin_units: quote.payin.units,
    payin_currency: quote.payin.currency,
    payin_group: quote.payinGroup,
    payout_units: quote.payout.units,
    payout_currency: quote.payout.currency,
    payout_group: quote.payoutGroup,
    rate: quote.rate.value,
    payin_fee_units: quote.payinFee.units,
    margin_fee_units: quote.marginFee.units,
    payout_fee_units: quote.payoutFee.units,
    leftover_units: quote.leftover.units,
    payin_eur_units: quote.payinEur.units,
    payout_eur_units: quote.payoutEur.units,
    margin_eur_units: quote.marginEur.units,
    network_bps: Number(quote.fees.networkBps),
    service_bps: Number(quote.fees.serviceBps),
    spread_bps: Number(quote.fees.spreadBps),
    transfer_eur_units: quote.fees.transferEurCents,
  }
}

export function fromColumns(row: QuoteColumns): Quote {
  const payin = (units: bigint): Money => ({ units, currency: row.payin_currency })
  const payout = (units: bigint): Money => ({ units, currency: row.payout_currency })
  const eur = (units: bigint): Money => ({ units, currency: 'EUR' })
  return {
    payin: payin(row.payin_units),
    payout: payout(row.payout_units),
    payinGroup: row.payin_group,
    payoutGroup: row.payout_group,
    rate: { payin: row.payin_currency, payout: row.payout_currency, value: row.rate },
    payinFee: payin(row.payin_fee_units),
    marginFee: payin(row.margin_fee_units),
    payoutFee: payout(row.payout_fee_units),
    leftover: payin(row.leftover_units),
    payinEur: eur(row.payin_eur_units),
    payoutEur: eur(row.payout_eur_units),
    marginEur: eur(row.margin_eur_units),
    fees: {
      networkBps: BigInt(row.network_bps),
      serviceBps: BigInt(row.service_bps),
      spreadBps: BigInt(row.spread_bps),
      transferEurCents: row.transfer_eur_units,
    },
  }
}
