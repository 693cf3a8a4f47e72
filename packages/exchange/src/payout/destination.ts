import type * as Currency from '@cambio/wire/Currency.ts'
import type { PayoutGroup } from '@cambio/wire/Payment.ts'
import { fieldRefusal, Refusal } from '@cambio/wire/Problem.ts'
import { checkAddress } from './address/checkAddress.ts'

/** Where a pay-out goes. */
export type Destination = { readonly address: string; readonly memo: string | null }

export type Mode = 'sandbox' | 'live'

type Given = { readonly dst_address?: string | undefined; readonly memo?: string | undefined }

/** What each way out asks of the place it pays to. */
const places: Readonly<
  Record<PayoutGroup, (currency: Currency.Currency, given: Given, mode: Mode) => Destination>
> = { crypto: wallet }

/**
 * The place a pay-out goes to, checked for the way it goes there.
 * @throws Refusal address_required, address_invalid, naming the field
 */
export function destinationOf(
  { currency, group }: { currency: Currency.Currency; group: PayoutGroup },
  given: Given,
  mode: Mode,
): Destination {
  return places[group](currency, given, mode)
}

/** An address on the coin's network. */
function wallet(currency: Currency.Currency, given: Given, mode: Mode): Destination {
  if (given.dst_address === undefined)
    throw fieldRefusal(
      'address_required',
      ['dst_address'],
      `A pay-out in ${currency.code} needs a dst_address on ${currency.network}`,
    )
  const memo = given.memo ?? null
  const check = checkAddress({ currency, address: given.dst_address, memo, mode })
  if (check.ok) return { address: given.dst_address, memo }
  throw new Refusal('address_invalid', check.detail, {
    errors: [{ pointer: check.pointer, code: 'address_invalid', detail: check.detail }],
  })
}
