import { fieldRefusal } from '@cambio/wire/Problem.ts'
import type { Screening } from './Screening.ts'

/**
 * Refuses a wallet that is on a list of sanctions, before any money is asked for. Where nobody answers it is asked again
 * before coins leave.
 * @throws Refusal address_forbidden, naming the field
 */
export async function checkScreened(
  { screening }: { screening: Screening },
  address: string,
  field: 'dst_address' | 'address' = 'dst_address',
): Promise<void> {
  if ((await screening.screen([address])) === 'listed')
    throw fieldRefusal(
      'address_forbidden',
      [field],
      'This wallet is on a list of sanctions: nothing is paid to it, and nothing was done',
    )
}
