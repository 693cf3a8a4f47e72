import type { AddressFault } from '@cambio/wire/AddressFault.ts'

/** What is wrong with an address: the kind for programs, a sentence for the person who typed it. */
export type AddressObjection = { readonly fault: AddressFault; readonly detail: string }

/** No one has a key to the address. */
export const unspendable: AddressObjection = {
  fault: 'unpayable',
  detail: 'Nobody owns this address: coins sent there are lost.',
}

/** The address has the right form, but one of its characters is wrong. */
export function wrongChecksum(network: string): AddressObjection {
  return {
    fault: 'checksum',
    detail: `This is not a valid ${network} address: its checksum does not match, so a character is wrong. Copy it from the wallet again.`,
  }
}

/** The address begins correctly, but has too few or too many characters. */
export function wrongLength(network: string, address: string, expected?: string): AddressObjection {
  const needed = expected === undefined ? 'that is too few or too many' : `it needs ${expected}`
  return {
    fault: 'length',
    detail: `This is not a valid ${network} address: it has ${address.length} characters, and ${needed}. Copy the whole address from the wallet again.`,
  }
}
