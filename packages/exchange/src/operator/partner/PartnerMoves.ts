import type { MovedBalance, PartnerMove } from '../../books/Transit.ts'

/** What keeps a partner from being quiet: none of it may be left when the partner moves. */
export const openWorkKinds = [
  /** Orders that have not ended, or wait for the operator. */
  'order_open',
  /** Widget requests that may still be paid. */
  'request_open',
  /** Accounts of orders with a balance or owed money. */
  'order_money',
  /** Parts of balances that are reserved. */
  'balance_reserved',
  /** Payments to the partner or its buyers that have not left or are not confirmed. */
  'payment_open',
  /** Callbacks, messages and mails that are not sent yet. */
  'message_waiting',
  /** Checks of documents that wait for a decision. */
  'review_open',
  /** Balances that were credited after the partner moved away. */
  'balance_left',
] as const
export type OpenWorkKind = (typeof openWorkKinds)[number]

/** The number of each kind; kinds with none are omitted. */
export type OpenWork = Readonly<Partial<Record<OpenWorkKind, number>>>

/** The moved partner, as far as it could be mistaken for an existing one. */
export type MovedPartner = {
  readonly partnerId: string
  readonly name: string
  readonly apiKeys: readonly string[]
}

/** A part of a move's data: rows of a table as JSON, what links clients to persons, or the balances of the partner and its clients. */
export type MovedPart =
  | { readonly is: 'partner'; readonly partner: MovedPartner }
  | { readonly is: 'rows'; readonly table: string; readonly rows: string }
  | { readonly is: 'marks'; readonly marks: readonly MovedMark[] }
  | { readonly is: 'balances'; readonly balances: readonly MovedBalance[] }

/**
 * What links a client, or one of its orders, to other clients of one person: its text where the former cell still has it, or
 * the former cell's digest, which is equal for those that it linked there.
 */
export type MovedMark = {
  readonly clientId: string
  /** Empty for a mark of the client itself. */
  readonly orderId: string
  readonly kind: 'email' | 'name' | 'card' | 'address'
} & ({ readonly text: string } | { readonly digest: string })

/** Why a partner from another cell conflicts with an existing one. */
export type MoveConflict = 'partner_known' | 'name_taken' | 'key_taken'

/** A partner that is to move, and its last move. */
export type LockedPartner = {
  readonly suspendedAt: Date | null
  readonly lastMove: PartnerMove | undefined
}

type OrderOfPartner = { readonly id: string; readonly partnerId: string; readonly createdAt: Date }

/** How the operator's verbs read and write moves, in one transaction. */
export type PartnerMoves = {
  /** Locks the partner. Another transaction that would move it waits. */
  lock(partnerId: string): Promise<LockedPartner>
  find(moveId: string): Promise<PartnerMove | undefined>
  openWork(partnerId: string): Promise<OpenWork>
  /** The balances of the partner and its clients; empty accounts are omitted. */
  balances(partnerId: string): Promise<readonly MovedBalance[]>
  /** Records that the partner belongs to another cell. */
  recordMovedAway(move: PartnerMove): Promise<void>
  /** A partner that moved away from here is no conflict: it may move back. */
  conflictWith(partner: MovedPartner): Promise<MoveConflict | undefined>
  /** Removes what a partner that moves back left here and brings anew, and the sessions of before. */
  clear(partnerId: string): Promise<void>
  insert(part: MovedPart & { is: 'rows' }): Promise<void>
  insertMarks(marks: readonly MovedMark[]): Promise<void>
  /** Records that the partner moved here from another cell. */
  recordMovedHere(move: PartnerMove): Promise<void>
  /**
   * Whether an order moved here with its partner from another cell, which keeps its money. An order is of the
   * cell that its id names. Without a name it is of this cell if its partner had been nowhere else when it was made.
   */
  hasMovedHere(order: OrderOfPartner): Promise<boolean>
}
