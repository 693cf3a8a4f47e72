import type { Journal } from '../../books/Journal.ts'
import { movedAway, movedIn, type MovedBalance, type PartnerMove } from '../../books/Transit.ts'
import type { Random } from '../../Random.ts'
import { act, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'
import type { MoveConflict, MovedPart, PartnerMoves, OpenWork } from './PartnerMoves.ts'

type Parts = {
  readonly moves: PartnerMoves
  readonly random: Random
  readonly now: () => Date
  readonly post: (journals: readonly Journal[]) => Promise<void>
}

/** By then every request that was accepted before the suspension has ended: one may take half a minute to arrive. */
const LAST_REQUEST_MS = 60_000

/** Why a partner is not moved. Nothing was written. */
export type NotMoved =
  | { readonly is: 'refused'; readonly code: 'not_suspended' }
  /** Requests that were accepted before the suspension may still run until then. */
  | { readonly is: 'refused'; readonly code: 'suspended_lately'; readonly until: Date }
  | { readonly is: 'refused'; readonly code: 'not_quiet'; readonly openWork: OpenWork }
  | { readonly is: 'refused'; readonly code: 'moved_already'; readonly move: PartnerMove }

/** Why a partner is not received. Nothing was written. */
export type NotReceived = {
  readonly is: 'refused'
  readonly code: MoveConflict | 'received_already' | 'incomplete'
}

/**
 * Moves a quiet partner away to another cell. From now on this cell refuses its calls, and owes its balances and its
 * clients' to that cell. The data to receive there is read afterwards.
 * @returns the move, whose id both cells know
 */
export function moveAway(
  deps: OperatorDeps<Parts>,
  { partnerId, from, to, ...by }: By & Omit<PartnerMove, 'id'>,
): Promise<Outcome<PartnerMove, NotMoved>> {
  return act(deps, by, async ({ moves, random, now, post }): Promise<DoneAct<PartnerMove> | NotMoved> => {
    const { suspendedAt, lastMove } = await moves.lock(partnerId)
    if (lastMove?.from === from) return { is: 'refused', code: 'moved_already', move: lastMove }
    if (suspendedAt === null) return { is: 'refused', code: 'not_suspended' }
    const until = new Date(suspendedAt.getTime() + LAST_REQUEST_MS)
    if (now() < until) return { is: 'refused', code: 'suspended_lately', until }
    const openWork = await moves.openWork(partnerId)
    if (Object.keys(openWork).length > 0) return { is: 'refused', code: 'not_quiet', openWork }
    const move = { id: random.uuid(), partnerId, from, to }
    const balances = await moves.balances(partnerId)
    await post(balances.map((balance) => movedAway(move, balance)))
    await moves.recordMovedAway(move)
    return { is: 'done', done: move, act: 'move_away', about: aboutOf(move, balances) }
  })
}

/**
 * Receives a partner that moved away from another cell, once: with its clients, its ended orders and its balances. A partner that
 * had moved away from here is renewed, and its orders of here stay as they are.
 */
export function receivePartner(
  deps: OperatorDeps<Parts>,
  { move, parts, ...by }: By & { readonly move: PartnerMove; readonly parts: AsyncIterable<MovedPart> },
): Promise<Outcome<PartnerMove, NotReceived>> {
  return act(deps, by, async ({ moves, post }): Promise<DoneAct<PartnerMove> | NotReceived> => {
    if (await moves.find(move.id)) return { is: 'refused', code: 'received_already' }
    let received: readonly MovedBalance[] | undefined
    for await (const part of parts) {
      if (part.is === 'rows') await moves.insert(part)
      else if (part.is === 'marks') await moves.insertMarks(part.marks)
      else if (part.is === 'balances') received = part.balances
      else {
        const conflict = await moves.conflictWith(part.partner)
        if (conflict) return { is: 'refused', code: conflict }
        await moves.clear(part.partner.partnerId)
      }
    }
    if (received === undefined) return { is: 'refused', code: 'incomplete' }
    await post(received.map((balance) => movedIn(move, balance)))
    await moves.recordMovedHere(move)
    return { is: 'done', done: move, act: 'receive', about: aboutOf(move, received) }
  })
}

function aboutOf(
  { id, partnerId, from, to }: PartnerMove,
  balances: readonly MovedBalance[],
): DoneAct<PartnerMove>['about'] {
  const moved = balances.map(({ account, amount: { units, currency } }) => ({
    account,
    units: units.toString(),
    currency,
  }))
  return { is: 'partner', partnerId, detail: { move: id, from, to, balances: moved } }
}
