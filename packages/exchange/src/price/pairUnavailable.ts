import type * as Currency from '@cambio/wire/Currency.ts'
import { fieldRefusal, type Refusal } from '@cambio/wire/http/Problem.ts'

/** The refusal of two currencies that are each offered, but not for each other. */
export function pairUnavailable(payin: Currency.Currency, payout: Currency.Currency): Refusal {
  const detail = `${payin.code} does not buy ${payout.code}`
  return fieldRefusal('pair_unavailable', ['payin_currency', 'payout_currency'], detail)
}
