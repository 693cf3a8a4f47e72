import * as z from 'zod/mini'

/**
 * What is wrong with a wallet address: it is right on another network (or on the test network in place of the main
 * one), its checksum does not fit, it is too long or too short, it is no address at all, nobody can spend what goes
 * there, or it carries a tag or memo inside that belongs into its own field.
 */
export const AddressFault = z.enum(['other_network', 'checksum', 'length', 'form', 'unpayable', 'tag_inside'])
export type AddressFault = z.infer<typeof AddressFault>

/** The member that `address_invalid` has beside those of every problem, where the wallet address is what is wrong. */
export const AddressInvalid = z.object({ fault: AddressFault })
