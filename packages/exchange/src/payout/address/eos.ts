import type { AddressRule } from './checkAddress.ts'

/** EOS account names. A name has no checksum: only its form can be checked. */
export const eos: AddressRule = (address) =>
  /^[a-z1-5](?:[a-z1-5.]{0,10}[a-z1-5])?$/.test(address)
    ? undefined
    : 'This is no EOS account name. It has 1 to 12 of a-z, 1-5 and dots, none at either end.'
