import { unspendable } from './AddressObjection.ts'
import type { AddressRule } from './AddressRule.ts'

/** The network's own account whose authority is empty. */
const NULL_ACCOUNT = 'eosio.null'

/** EOS account names. A name has no checksum: only its form can be checked. */
export const eos: AddressRule = (address) => {
  if (address === NULL_ACCOUNT) return unspendable
  if (/^[a-z1-5](?:[a-z1-5.]{0,10}[a-z1-5])?$/.test(address)) return undefined
  const detail = 'This is not an EOS account name. It has 1 to 12 of a-z, 1-5 and dots, none at either end.'
  const isLong = /^[a-z1-5](?:[a-z1-5.]*[a-z1-5])$/.test(address)
  return isLong
    ? { fault: 'length', detail: `${detail} This one has ${address.length} characters.` }
    : { fault: 'form', detail }
}
