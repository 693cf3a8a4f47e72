import type { Money } from '@cambio/wire/Money.ts'
import { chart } from './chart.ts'
import { credit, debit, type Journal } from './Journal.ts'

/** The balance of a partner, or of one of its clients, in the cell that it leaves. */
export type MovedBalance = { readonly account: string; readonly amount: Money }

/** A move of a partner from one cell to another, which both know by its id. */
export type PartnerMove = {
  readonly id: string
  readonly partnerId: string
  readonly from: string
  readonly to: string
}

/** Books in the former cell: it owes the balance to the other cell instead of to its owner. */
export function movedAway(move: PartnerMove, { account, amount }: MovedBalance): Journal {
  const transit = chart.transit(move.from, move.to)
  return journal(move, account, 'moved_away', [...debit(account, amount), ...credit(transit, amount)])
}

/** Books in the new cell: it owes the balance to its owner, and the former cell owes it that amount. */
export function movedIn(move: PartnerMove, { account, amount }: MovedBalance): Journal {
  const transit = chart.transit(move.from, move.to)
  return journal(move, account, 'moved_here', [...debit(transit, amount), ...credit(account, amount)])
}

function journal(
  { id, partnerId }: PartnerMove,
  account: string,
  kind: string,
  postings: Journal['postings'],
): Journal {
  const asset = postings[0]?.asset ?? ''
  return { id: `move:${id}:${account}:${asset}`, kind, reference: partnerId, postings }
}
