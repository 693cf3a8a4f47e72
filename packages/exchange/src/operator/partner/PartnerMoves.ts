import type { MovedBalance, PartnerMove } from '../../books/Transit.ts'

/** Everything by which a partner is not quiet: none of it may be left when it moves. */
export const unquietKinds = [
  /** Orders that have not ended, or wait for the operator. */
  'order_open',
  /** Widget requests that may still be paid. */
  'request_open',
  /** Accounts of orders on which money stands, or is owed. */
  'order_money',
  /** Parts of balances that are reserved. */
  'balance_reserved',
  /** Payments to the partner or its buyers that have not left, or are not confirmed. */
  'payment_open',
  /** Callbacks, messages and mails that were not sent yet. */
  'message_waiting',
  /** Checks of documents that wait for a decision. */
  'review_open',
  /** Balances that were credited after the partner was given away. */
  'balance_left',
] as const
export type UnquietKind = (typeof unquietKinds)[number]

/** How many of each kind there are; those of which there are none are left out. */
export type Unquiet = Readonly<Partial<Record<UnquietKind, number>>>

/** Whom a move brings, as far as it can be mistaken for somebody who is there. */
export type MovedPartner = {
  readonly partnerId: string
  readonly name: string
  readonly apiKeys: readonly string[]
}

/** A part of what a move brings: rows of a table as JSON, or what the partner and its clients have. */
export type MovedPart =
  | { readonly is: 'partner'; readonly partner: MovedPartner }
  | { readonly is: 'rows'; readonly table: string; readonly rows: string }
  | { readonly is: 'balances'; readonly balances: readonly MovedBalance[] }

/** Why a partner that comes from another cell cannot be told from one that is there. */
export type MoveConflict = 'partner_known' | 'name_taken' | 'key_taken'

/** What the operator's verbs read and write of moves, in one transaction. */
export type PartnerMoves = {
  /** Another transaction that would move the partner waits. */
  lock(
    partnerId: string,
  ): Promise<{ readonly suspendedAt: Date | null; readonly move: PartnerMove | undefined }>
  find(moveId: string): Promise<PartnerMove | undefined>
  unquiet(partnerId: string): Promise<Unquiet>
  /** What the partner and its clients have; accounts with nothing are left out. */
  balances(partnerId: string): Promise<readonly MovedBalance[]>
  /** Keeps that the partner belongs to another cell. */
  keepAway(move: PartnerMove): Promise<void>
  conflictWith(partner: MovedPartner): Promise<MoveConflict | undefined>
  insert(part: MovedPart & { is: 'rows' }): Promise<void>
  /** Keeps that the partner came from another cell. */
  keepHere(move: PartnerMove): Promise<void>
  /** Whether an order came with its partner from another cell, which keeps its money. */
  hasCome(order: { readonly id: string; readonly partnerId: string }): Promise<boolean>
}
