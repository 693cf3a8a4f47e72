import type { Clock } from '@cambio/server/Clock.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { writeAmount } from '../../protocol/amount.ts'
import type { DeclineReason } from '../../transaction/DeclineReason.ts'
import type { Move, MoveOutcome } from '../Acquirer.ts'
import type { Account } from './Account.ts'
import { MoveReply, type Details } from './answers.ts'
import { call, named, NoAnswer } from './call.ts'
import { getDetails } from './details.ts'
import { reasonOf } from './reasonOf.ts'
import { findSent, rememberSent, type Tally } from './sentMoves.ts'

/*
 * The protocol gives CAPTURE and CREDITVOID no id, so the same request twice would be two of them. What makes twice
 * once is the payment's own list (GET_TRANS_DETAILS): how it stood is written down before a move is sent, and whoever
 * comes after a lost answer compares. Moves of one payment go one at a time, so whatever is new in the list is ours.
 *
 *   ask ──► ended already? ──► that is the end
 *    │
 *    └► never sent, or sent long ago and nothing came of it ──► write down, send, ask
 */

export type MoveKind = 'CAPTURE' | 'REVERSAL' | 'REFUND'

/** How long a request that left no trace may still be under way. Only after that it is sent again. */
const QUIET_MS = 5 * 60_000

type Deps = { readonly query: Query; readonly clock: Clock; readonly account: Account }

/** Does a move at the other platform, once, however often it is asked to. */
export async function move(
  deps: Deps,
  kind: MoveKind,
  request: Move,
  signal: AbortSignal,
): Promise<MoveOutcome> {
  const before = await getDetails(deps.account, request, signal)
  const end = outcomeByStatus(kind, before, request)
  if (end !== null) return end
  const tallyBefore = tally(kind, before)
  const sent = await findSent(deps.query, request.operationId)
  const now = deps.clock.now()
  if (sent !== undefined) {
    const outcome = outcomeByList(sent.tallyBefore, tallyBefore, before)
    if (outcome !== null) return outcome
    if (now.getTime() - sent.sentAt.getTime() < QUIET_MS) return { is: 'unknown' }
  }
  const mine = await rememberSent(deps.query, request.operationId, { tallyBefore, sentAt: now }, sent)
  if (!mine) return { is: 'unknown' }
  const answer = await send(deps.account, kind, request, signal)
  if (answer !== 'accepted') return answer
  const after = await getDetails(deps.account, request, signal)
  return (
    outcomeByStatus(kind, after, request) ??
    outcomeByList(tallyBefore, tally(kind, after), after) ?? { is: 'unknown' }
  )
}

/** What the payment's own status says of a move, whoever made it. Null: nothing, or that it can be made. */
function outcomeByStatus(
  kind: MoveKind,
  { status, transactions }: Details,
  { money }: Move,
): MoveOutcome | null {
  switch (kind) {
    case 'CAPTURE': {
      if (status === 'REVERSAL' || status === 'VOID' || status === 'DECLINED') return TOO_LATE
      if (status === 'PENDING') return null
      const taken = transactions.find(({ type, status }) => type === 'CAPTURE' && status === 'success')
      if (taken !== undefined && taken.amount !== writeAmount(money)) {
        throw new NoAnswer('The upstream platform captured another amount: does its account capture by hand?')
      }
      return { is: 'done' }
    }
    case 'REVERSAL':
      return status === 'REVERSAL' || status === 'VOID' || status === 'REFUND' || status === 'DECLINED'
        ? { is: 'done' }
        : null
    case 'REFUND':
      return null
  }
}

const TOO_LATE: MoveOutcome = { is: 'declined', reason: 'Transaction not permitted' }

/** What came of a move, from how the list stood before it was sent and how it stands now; null: nothing has. */
function outcomeByList(before: Tally, now: Tally, { decline_reason }: Details): MoveOutcome | null {
  if (now.success > before.success) return { is: 'done' }
  if (now.fail > before.fail) return { is: 'declined', reason: reasonOf(decline_reason) }
  return now.waiting > before.waiting ? { is: 'unknown' } : null
}

function tally(kind: MoveKind, { transactions }: Details): Tally {
  // A hold that turned out to be captured is given back as a refund.
  const isOfKind = (type: string) => type === kind || (kind === 'REVERSAL' && type === 'REFUND')
  const count = (result: string) =>
    transactions.filter(({ type, status }) => isOfKind(type) && status === result).length
  return { success: count('success'), fail: count('fail'), waiting: count('waiting') }
}

async function send(
  account: Account,
  kind: MoveKind,
  request: Move,
  signal: AbortSignal,
): Promise<MoveOutcome | 'accepted'> {
  const fields = {
    action: kind === 'CAPTURE' ? 'CAPTURE' : 'CREDITVOID',
    ...named(account, request),
    // A reversal is whole, which the protocol says by naming no amount.
    ...(kind === 'REVERSAL' ? {} : { amount: writeAmount(request.money) }),
  }
  const answer = await call(account, MoveReply, fields, signal)
  switch (answer.result) {
    case 'SUCCESS':
      return { is: 'done' }
    case 'ACCEPTED':
      return 'accepted'
    case 'UNDEFINED':
      return { is: 'unknown' }
    case 'DECLINED':
      return { is: 'declined', reason: reasonOf(answer.decline_reason) }
    case 'ERROR': {
      const reason = refusals.get(answer.error_code)
      if (reason === undefined) throw new NoAnswer(`The upstream platform refused with ${answer.error_code}.`)
      return { is: 'declined', reason }
    }
  }
}

/** Refusals that are a no for good. Any other (a wrong password, too many requests) is put right and tried again. */
const refusals: ReadonlyMap<string, DeclineReason> = new Map([
  ['208004', 'Amount limit exceeded'],
  ['208005', 'Transaction not permitted'],
  ['208006', 'Amount limit exceeded'],
  ['208008', 'Amount limit exceeded'],
  ['208009', 'Transaction not permitted'],
])
