import type { Journal } from '../../books/Journal.ts'
import { leftCell, reachedCell, type MovedBalance, type PartnerMove } from '../../books/Transit.ts'
import type { Random } from '../../Random.ts'
import { act, type By, type Deed, type OperatorDeps, type Outcome } from '../act.ts'
import type { MoveConflict, MovedPart, PartnerMoves, Unquiet } from './PartnerMoves.ts'

type Parts = {
  readonly moves: PartnerMoves
  readonly random: Random
  readonly now: () => Date
  readonly post: (journals: readonly Journal[]) => Promise<void>
}

/** A request of a suspended partner that was let in before has ended by then: it may take half a minute to arrive. */
const LAST_REQUEST_MS = 60_000

/** Why a partner is not moved. Nothing was written. */
export type NotMoved =
  | { readonly is: 'refused'; readonly code: 'not_suspended' }
  /** Requests that were let in before may still be at work until then. */
  | { readonly is: 'refused'; readonly code: 'suspended_lately'; readonly until: Date }
  | { readonly is: 'refused'; readonly code: 'not_quiet'; readonly unquiet: Unquiet }
  | { readonly is: 'refused'; readonly code: 'moved_already'; readonly move: PartnerMove }
  /** It came here by a move: its rows are in the cell that it came from, too. */
  | { readonly is: 'refused'; readonly code: 'came_by_move'; readonly move: PartnerMove }

/** Why a partner is not taken in. Nothing was written. */
export type NotReceived = {
  readonly is: 'refused'
  readonly code: MoveConflict | 'received_already' | 'incomplete'
}

/**
 * Gives a quiet partner away to another cell: from now on this one refuses its calls, and what it and its clients have is
 * owed to that cell. What is to be taken in there is read afterwards.
 * @returns the move, whose id both cells know
 */
export function moveAway(
  deps: OperatorDeps<Parts>,
  { partnerId, from, to, ...by }: By & Omit<PartnerMove, 'id'>,
): Promise<Outcome<PartnerMove, NotMoved>> {
  return act(deps, by, async ({ moves, random, now, post }): Promise<Deed<PartnerMove> | NotMoved> => {
    const { suspendedAt, move: earlier } = await moves.lock(partnerId)
    if (earlier)
      return { is: 'refused', code: earlier.from === from ? 'moved_already' : 'came_by_move', move: earlier }
    if (suspendedAt === null) return { is: 'refused', code: 'not_suspended' }
    const until = new Date(suspendedAt.getTime() + LAST_REQUEST_MS)
    if (now() < until) return { is: 'refused', code: 'suspended_lately', until }
    const unquiet = await moves.unquiet(partnerId)
    if (Object.keys(unquiet).length > 0) return { is: 'refused', code: 'not_quiet', unquiet }
    const move = { id: random.uuid(), partnerId, from, to }
    const balances = await moves.balances(partnerId)
    await post(balances.map((balance) => leftCell(move, balance)))
    await moves.keepAway(move)
    return { is: 'done', done: move, act: 'move_away', about: aboutOf(move, balances) }
  })
}

/** Takes in a partner that another cell gave away, once: with its clients, its orders as they ended, and its balances. */
export function receivePartner(
  deps: OperatorDeps<Parts>,
  { move, parts, ...by }: By & { readonly move: PartnerMove; readonly parts: AsyncIterable<MovedPart> },
): Promise<Outcome<PartnerMove, NotReceived>> {
  return act(deps, by, async ({ moves, post }): Promise<Deed<PartnerMove> | NotReceived> => {
    if (await moves.find(move.id)) return { is: 'refused', code: 'received_already' }
    let received: readonly MovedBalance[] | undefined
    for await (const part of parts) {
      if (part.is === 'rows') await moves.insert(part)
      else if (part.is === 'balances') received = part.balances
      else {
        const conflict = await moves.conflictWith(part.partner)
        if (conflict) return { is: 'refused', code: conflict }
      }
    }
    if (received === undefined) return { is: 'refused', code: 'incomplete' }
    await post(received.map((balance) => reachedCell(move, balance)))
    await moves.keepHere(move)
    return { is: 'done', done: move, act: 'receive', about: aboutOf(move, received) }
  })
}

function aboutOf(
  { id, partnerId, from, to }: PartnerMove,
  balances: readonly MovedBalance[],
): Deed<PartnerMove>['about'] {
  const moved = balances.map(({ account, amount: { units, currency } }) => ({
    account,
    units: units.toString(),
    currency,
  }))
  return { is: 'partner', partnerId, detail: { move: id, from, to, balances: moved } }
}
