import type { AddressObjection } from './AddressObjection.ts'

/** Play money goes to test networks and real money to main ones, where a network's addresses distinguish them. */
export type Mode = 'sandbox' | 'live'

/** What is wrong with an address on a network; undefined when nothing is. */
export type AddressRule = (address: string, mode: Mode) => AddressObjection | undefined
