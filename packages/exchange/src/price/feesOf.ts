import { pairName, spreadOf, type PayinTariff, type Tariff } from '../catalogue/Tariff.ts'
import { payoutTraitsOf } from '../payout/traits/PayoutTraits.ts'
import type { Pair } from './Pair.ts'
import type { Fees } from './Quote.ts'

/** The part of the service fee that is waived, in hundredths of a percent of the fee: 10 000 waives all of it. */
export type Discount = { readonly offBps: bigint }

/** What the tariff charges for a pair. */
export function feesOf(
  tariff: Tariff,
  { payin, payout, payoutGroup, payinTariff }: Pair,
  discount: Discount,
): Fees {
  const network = payoutTraitsOf(payoutGroup).isToBalance ? null : payout.network
  return {
    networkBps: payinTariff.networkBps,
    serviceBps: serviceBpsOf(payinTariff, discount),
    spreadBps: payin.code === payout.code ? 0n : spreadOf(tariff, pairName(payin.code, payout.code)),
    transferEurCents: network === null ? 0n : tariff.transferEurCents[network],
  }
}

/** The service fee after a discount, rounded up. */
export function serviceBpsOf({ serviceBps }: Pick<PayinTariff, 'serviceBps'>, { offBps }: Discount): bigint {
  return (serviceBps * (10_000n - offBps) + 9_999n) / 10_000n
}
