import type * as Currency from '@cambio/wire/Currency.ts'
import type { PayoutGroup } from '@cambio/wire/Group.ts'
import type { Money } from '@cambio/wire/Money.ts'

export type PayoutOrder = {
  /** Our id of this payment: sending it twice pays once. */
  readonly payoutId: string
  readonly orderId: string
  readonly amount: Money
  readonly address: string
  readonly memo: string | null
  /** The payee's name, which banks require; null where there is none. */
  readonly payee: string | null
}

/** The network's answer about a payment. `unknown` is asked about again, never sent under another id. */
export type PayoutState =
  | { readonly is: 'unknown'; readonly why: string }
  | { readonly is: 'absent' }
  | { readonly is: 'sent'; readonly txid: string }
  | { readonly is: 'confirmed'; readonly txid: string }
  | { readonly is: 'refused'; readonly reason: string }
  /**
   * It was sent and is finally known to have moved nothing. It is not sent again: the operator decides what follows.
   */
  | { readonly is: 'failed'; readonly reason: string }

/** Pays out coins or money, for example on a network. Every call answers within ten seconds, if only `unknown`. */
export type PayoutRail = {
  /**
   * Why nothing can be sent to an address, for the person who typed it; for example because it is our own. Undefined
   * where something can; omitted by a rail without such addresses.
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

/** The rails, preferred ones first: of two that carry a way, the first is used. */
export type PayoutRails = readonly (PayoutWay & { readonly rail: PayoutRail })[]

/** The way of a pay-out. Its group may be one that no rail carries any more. */
type Destination = { readonly group: string; readonly network: Currency.Network | null }

/** The rail of a pay-out; undefined where none carries it. */
export function findPayoutRail(rails: PayoutRails, destination: Destination): PayoutRail | undefined {
  return rails.find((way) => carries(way, destination))?.rail
}

/** Whether a way carries a pay-out. */
export function carries({ group, networks }: PayoutWay, destination: Destination): boolean {
  if (group !== destination.group) return false
  return networks === 'any' || (destination.network !== null && networks.includes(destination.network))
}
