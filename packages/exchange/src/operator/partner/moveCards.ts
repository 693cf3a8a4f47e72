import type { PartnerMove } from '../../books/Transit.ts'
import { act, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'
import type { CardMoves, MovedToken } from './CardMoves.ts'
import type { PartnerMoves } from './PartnerMoves.ts'

type Parts = { readonly moves: PartnerMoves; readonly cardMoves: CardMoves }

/** Why cards do not move with this move: it is unknown here, or the partner has moved again since. Nothing was written. */
export type CardsNotMoved = { readonly is: 'refused'; readonly code: 'move_unknown' | 'moved_since' }

/** Cards that arrived: their hashes in the other cell, and how many saved cards can be used here from now on. */
export type ReceivedCards = {
  readonly move: PartnerMove
  readonly hashes: readonly string[]
  readonly activated: number
}

/**
 * Lets a partner's buyers use the cards that they saved in the cell which the partner left, by their tokens at this cell's card
 * platform. Repeating it changes nothing.
 */
export function receiveCards(
  deps: OperatorDeps<Parts>,
  {
    moveId,
    cell,
    tokens,
    ...by
  }: By & { readonly moveId: string; readonly cell: string; readonly tokens: AsyncIterable<MovedToken> },
): Promise<Outcome<ReceivedCards, CardsNotMoved>> {
  return act(deps, by, async ({ moves, cardMoves }): Promise<DoneAct<ReceivedCards> | CardsNotMoved> => {
    const move = await lastMove(moves, moveId, { to: cell })
    if ('code' in move) return move
    const hashes: string[] = []
    let activated = 0
    for await (const token of tokens) {
      activated += await cardMoves.activate(move.partnerId, token)
      hashes.push(token.hash)
    }
    const about = aboutOf(move, { cards: hashes.length, activated })
    return { is: 'done', done: { move, hashes, activated }, act: 'receive_cards', about }
  })
}

/**
 * Forgets a moved partner's saved cards, which the other cell has confirmed.
 * @returns how many were forgotten, and the cards that nobody has saved any more, for the card platform to forget
 */
export function releaseCards(
  deps: OperatorDeps<Parts>,
  {
    moveId,
    cell,
    hashes,
    ...by
  }: By & { readonly moveId: string; readonly cell: string; readonly hashes: readonly string[] },
): Promise<Outcome<{ readonly forgotten: number; readonly unsaved: readonly string[] }, CardsNotMoved>> {
  return act(deps, by, async ({ moves, cardMoves }) => {
    const move = await lastMove(moves, moveId, { from: cell })
    if ('code' in move) return move
    const forgotten = await cardMoves.forget(move.partnerId, hashes)
    const unsaved = await cardMoves.unsaved(hashes)
    const about = aboutOf(move, { cards: hashes.length, forgotten, unsaved: unsaved.length })
    return { is: 'done', done: { forgotten, unsaved }, act: 'release_cards', about }
  })
}

/** The move, which must be to or from a cell and its partner's last one. */
async function lastMove(
  moves: PartnerMoves,
  moveId: string,
  of: { readonly from: string } | { readonly to: string },
): Promise<PartnerMove | CardsNotMoved> {
  const move = await moves.find(moveId)
  if (!move || !('to' in of ? move.to === of.to : move.from === of.from))
    return { is: 'refused', code: 'move_unknown' }
  const { lastMove: last } = await moves.lock(move.partnerId)
  return last?.id === moveId ? move : { is: 'refused', code: 'moved_since' }
}

function aboutOf({ id, partnerId, from, to }: PartnerMove, counts: object): DoneAct<null>['about'] {
  return { is: 'partner', partnerId, detail: { move: id, from, to, ...counts } }
}
