import type * as Currency from '@cambio/wire/Currency.ts'
import type { PayinGroup, PayoutGroup } from '@cambio/wire/Group.ts'
import type { PayinTariff } from '../catalogue/Tariff.ts'

/** The pay-in and pay-out currencies of a purchase, with the way of each. */
export type Pair = {
  readonly payin: Currency.Currency
  readonly payout: Currency.Currency
  readonly payinGroup: PayinGroup
  readonly payoutGroup: PayoutGroup
  readonly payinTariff: PayinTariff
}
