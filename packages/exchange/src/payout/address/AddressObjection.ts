import type { AddressFault } from '@cambio/wire/AddressFault.ts'

/** What is wrong with an address: the kind for programs, a sentence for the person who typed it. */
export type AddressObjection = { readonly fault: AddressFault; readonly detail: string }

/** Nobody has a key to the address. */
export const unspendable: AddressObjection = {
  fault: 'unpayable',
  detail: 'Nobody holds this address: what is sent there is lost.',
}

/** The address looks right in form, and one of its characters is wrong. */
export function wrongChecksum(network: string): AddressObjection {
  return {
    fault: 'checksum',
    detail: `This is no ${network} address: one of its characters is wrong, since its checksum does not fit. Copy it from the wallet again.`,
  }
}

/** The address begins as it should, and has too few characters or too many. */
export function wrongLength(network: string, address: string, expected?: string): AddressObjection {
  const needed = expected === undefined ? 'that is too few or too many' : `it needs ${expected}`
  return {
    fault: 'length',
    detail: `This is no ${network} address: it has ${address.length} characters, and ${needed}. Copy all of it from the wallet again.`,
  }
}
