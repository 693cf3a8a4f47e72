import type * as Currency from '@cambio/wire/Currency.ts'
import type { PayoutGroup } from '@cambio/wire/Group.ts'
import type { PayoutRail } from './PayoutRail.ts'

/** A way out: a group, on some networks. `any` also stands for money that is on no network. */
export type PayoutWay = {
  readonly group: PayoutGroup
  readonly networks: readonly Currency.Network[] | 'any'
}

/** The rails there are, the preferred ones first: of two that carry the same way, the first does. */
export type PayoutRails = readonly (PayoutWay & { readonly rail: PayoutRail })[]

/** How a pay-out is to go. Its group may be one that no rail carries any more. */
type Destination = { readonly group: string; readonly network: Currency.Network | null }

/** The rail that a pay-out takes; undefined where none carries it. */
export function findPayoutRail(rails: PayoutRails, destination: Destination): PayoutRail | undefined {
  return rails.find((way) => carries(way, destination))?.rail
}

/** Whether a pay-out can go this way. */
export function carries({ group, networks }: PayoutWay, destination: Destination): boolean {
  if (group !== destination.group) return false
  return networks === 'any' || (destination.network !== null && networks.includes(destination.network))
}
