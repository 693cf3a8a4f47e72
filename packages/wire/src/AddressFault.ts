import * as z from 'zod/mini'

/**
 * What is wrong with a wallet address: it is valid on another network (or on the test network instead of the main one),
 * its checksum does not match, it is too long or too short, it is not an address at all, coins sent there cannot be
 * spent, or it contains a tag or memo that belongs in its own field.
 */
export const AddressFault = z.enum(['other_network', 'checksum', 'length', 'form', 'unpayable', 'tag_inside'])
export type AddressFault = z.infer<typeof AddressFault>

/** The additional member of an `address_invalid` problem, where the wallet address itself is wrong. */
export const AddressInvalid = z.object({ fault: AddressFault })
