import type * as Currency from '@cambio/wire/Currency.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import { checkAddress } from './address/checkAddress.ts'
import type { Destination } from './Order.ts'

export type Mode = 'sandbox' | 'live'

/**
 * The place coins go to, checked for its network. Null where the pay-out needs none.
 * @throws Refusal address_required, address_invalid, naming the field
 */
export function destinationOf(
  currency: Currency.Currency,
  given: { dst_address?: string | undefined; memo?: string | undefined },
  mode: Mode,
): Destination | null {
  if (currency.network === null) return null
  if (given.dst_address === undefined)
    throw new Refusal('address_required', `A pay-out in ${currency.code} needs a dst_address`, {
      errors: [
        { pointer: '/dst_address', code: 'address_required', detail: `An address on ${currency.network}` },
      ],
    })
  const memo = given.memo ?? null
  const check = checkAddress({ currency, address: given.dst_address, memo, mode })
  if (check.ok) return { address: given.dst_address, memo }
  throw new Refusal('address_invalid', check.detail, {
    errors: [{ pointer: check.pointer, code: 'address_invalid', detail: check.detail }],
  })
}
