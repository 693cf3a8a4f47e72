import type { Money } from '@cambio/wire/Money.ts'
import { chart } from './chart.ts'
import { credit, debit, type Journal } from './Journal.ts'

/** What a partner or a client of its has in a cell that it leaves. */
export type MovedBalance = { readonly account: string; readonly amount: Money }

/** A move of a partner from one cell to another, which both know by its id. */
export type PartnerMove = {
  readonly id: string
  readonly partnerId: string
  readonly from: string
  readonly to: string
}

/** The cell that is left owes a balance no more: it owes the other cell the same. */
export function leftCell(move: PartnerMove, { account, amount }: MovedBalance): Journal {
  const transit = chart.transit(move.from, move.to)
  return journal(move, account, 'moved_away', [...debit(account, amount), ...credit(transit, amount)])
}

/** The cell that a balance comes to owes it from now on, and the other cell owes it the same. */
export function reachedCell(move: PartnerMove, { account, amount }: MovedBalance): Journal {
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
