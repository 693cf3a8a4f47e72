import type { OrderedPayment } from '@cambio/exchange/payin/transfer/statement/OrderedPayment.ts'
import { objectionToIban } from '@cambio/exchange/payout/address/iban.ts'

/** 999,999,999.99 EUR: the most that one SEPA credit transfer carries (EPC125-05). */
const MOST_CENTS = 99_999_999_999n

/** Why a bank would refuse a payment, and with it the whole file that contains it. Undefined where nothing is wrong. */
export function objectionToPayment({ id, amount, iban }: OrderedPayment): string | undefined {
  if (amount.currency !== 'EUR') return `SEPA transfers are in EUR, not in ${amount.currency}.`
  if (amount.units > MOST_CENTS) return 'One SEPA transfer carries at most 999999999.99 EUR.'
  if (!/^[A-Za-z0-9\-?:().,'+ ]{1,35}$/.test(id)) return 'Its id has signs that banks do not take.'
  return objectionToIban(iban)
}
