import { fieldRefusal, type Refusal } from '@cambio/wire/http/Problem.ts'

/** The refusal of a wallet that is on a list of sanctions. */
export function addressForbidden(field: 'dst_address' | 'address' = 'dst_address'): Refusal {
  return fieldRefusal(
    'address_forbidden',
    [field],
    'This wallet is on a sanctions list: we do not pay to it, and nothing was done',
  )
}
