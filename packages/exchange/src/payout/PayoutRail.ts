import type * as Currency from '@cambio/wire/Currency.ts'
import type { PayoutGroup } from '@cambio/wire/Group.ts'
import type { Money } from '@cambio/wire/Money.ts'

export type PayoutOrder = {
  /** Our id of this payment; sending twice under it is paying once. */
  readonly payoutId: string
  readonly orderId: string
  readonly amount: Money
  readonly address: string
  readonly memo: string | null
  /** The receiver's name, which banks ask for; null where there is none. */
  readonly receiver: string | null
}

/** The network's answer about a payment. `unknown` is asked about again, never sent under another id. */
export type PayoutState =
  | { readonly is: 'unknown'; readonly why: string }
  | { readonly is: 'absent' }
  | { readonly is: 'sent'; readonly txid: string }
  | { readonly is: 'confirmed'; readonly txid: string }
  | { readonly is: 'refused'; readonly reason: string }
  /** It was sent, and is known for good to have moved nothing. It is not sent again: a person decides what follows. */
  | { readonly is: 'failed'; readonly reason: string }

/** What pays coins or money out: a network, say. Every call answers within ten seconds, be it `unknown`. */
export type PayoutRail = {
  /**
   * Why nothing goes to an address whatever the amount, for the person who typed it: it is our own, say. Undefined where
   * something can; left out by a rail that has no such addresses.
   */
  objectionTo?(address: string): string | undefined
  send(order: PayoutOrder): Promise<PayoutState>
  getStatus(payoutId: string): Promise<PayoutState>
}

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
