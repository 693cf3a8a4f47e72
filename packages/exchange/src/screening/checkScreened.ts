import { addressForbidden } from './addressForbidden.ts'
import type { Screening } from './Screening.ts'

/**
 * Refuses a wallet that is on a list of sanctions, before any money is asked for. If a list does not answer, it is
 * queried again before coins leave.
 * @throws Refusal address_forbidden, naming the field
 */
export async function checkScreened(
  { screening }: { screening: Screening },
  address: string,
  field?: 'dst_address' | 'address',
): Promise<void> {
  if ((await screening.screen([address])) === 'listed') throw addressForbidden(field)
}
