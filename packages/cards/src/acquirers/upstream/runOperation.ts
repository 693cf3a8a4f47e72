import type { Clock } from '@cambio/server/Clock.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { writeAmount } from '../../protocol/amount.ts'
import type { DeclineReason } from '../../transaction/DeclineReason.ts'
import type { OperationRequest, OperationOutcome } from '../Acquirer.ts'
import { OperationReply, type Details } from './answers.ts'
import { call, paymentReferenceFields, NoAnswer } from './call.ts'
import { declineReasonOf } from './declineReasonOf.ts'
import { getDetails } from './details.ts'
import { findSentOperation, rememberSentOperation, type Tally } from './sentOperations.ts'
import type { UpstreamAccount } from './UpstreamAccount.ts'

/*
 * The protocol gives CAPTURE and CREDITVOID no id, so a request that is sent twice is carried out twice. To send it once,
 * we store what the payment's transaction list (GET_TRANS_DETAILS) had before we send. After a lost answer we compare the
 * list with that. The operations of one payment are sent one at a time, so a new line in the list is ours.
 *
 *   read the list ──► has it ended? ──► return its outcome
 *        │
 *        └► never sent, or sent long ago without a trace ──► store the list, send, read the list
 */

export type UpstreamOperation = 'CAPTURE' | 'REVERSAL' | 'REFUND'

/** A request that left no trace is sent again only after this time, milliseconds. Until then it may still arrive. */
const QUIET_MS = 5 * 60_000

type Deps = { readonly query: Query; readonly clock: Clock; readonly account: UpstreamAccount }

/** Carries out an operation at the upstream platform once, however often it is called. */
export async function runOperation(
  deps: Deps,
  kind: UpstreamOperation,
  request: OperationRequest,
  signal: AbortSignal,
): Promise<OperationOutcome> {
  const before = await getDetails(deps.account, request, signal)
  const end = outcomeByStatus(kind, before, request)
  if (end !== null) return end
  const tallyBefore = tally(kind, before)
  const sent = await findSentOperation(deps.query, request.operationId)
  const now = deps.clock.now()
  if (sent !== undefined) {
    const outcome = outcomeByList(sent.tallyBefore, tallyBefore, before)
    if (outcome !== null) return outcome
    if (now.getTime() - sent.sentAt.getTime() < QUIET_MS) return { is: 'unknown' }
  }
  const isStored = await rememberSentOperation(
    deps.query,
    request.operationId,
    { tallyBefore, sentAt: now },
    sent,
  )
  if (!isStored) return { is: 'unknown' }
  const answer = await send(deps.account, kind, request, signal)
  if (answer !== 'accepted') return answer
  const after = await getDetails(deps.account, request, signal)
  return (
    outcomeByStatus(kind, after, request) ??
    outcomeByList(tallyBefore, tally(kind, after), after) ?? { is: 'unknown' }
  )
}

/**
 * The outcome of an operation by the payment's status. Null when the status does not show it, or allows the operation.
 */
function outcomeByStatus(
  kind: UpstreamOperation,
  { status, transactions }: Details,
  { money }: OperationRequest,
): OperationOutcome | null {
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

const TOO_LATE: OperationOutcome = { is: 'declined', reason: 'Transaction not permitted' }

/** The outcome of an operation by the lines that were added to the list. Null when there are none. */
function outcomeByList(before: Tally, now: Tally, { decline_reason }: Details): OperationOutcome | null {
  if (now.success > before.success) return { is: 'done' }
  if (now.fail > before.fail) return { is: 'declined', reason: declineReasonOf(decline_reason) }
  return now.waiting > before.waiting ? { is: 'unknown' } : null
}

function tally(kind: UpstreamOperation, { transactions }: Details): Tally {
  // The upstream platform refunds in place of a reversal when it has captured the hold already.
  const isOfKind = (type: string) => type === kind || (kind === 'REVERSAL' && type === 'REFUND')
  const count = (result: string) =>
    transactions.filter(({ type, status }) => isOfKind(type) && status === result).length
  return { success: count('success'), fail: count('fail'), waiting: count('waiting') }
}

async function send(
  account: UpstreamAccount,
  kind: UpstreamOperation,
  request: OperationRequest,
  signal: AbortSignal,
): Promise<OperationOutcome | 'accepted'> {
  const fields = {
    action: kind === 'CAPTURE' ? 'CAPTURE' : 'CREDITVOID',
    ...paymentReferenceFields(account, request),
    // A CREDITVOID without an amount reverses the whole hold.
    ...(kind === 'REVERSAL' ? {} : { amount: writeAmount(request.money) }),
  }
  const answer = await call(account, OperationReply, fields, signal)
  switch (answer.result) {
    case 'SUCCESS':
      return { is: 'done' }
    case 'ACCEPTED':
      return 'accepted'
    case 'UNDEFINED':
      return { is: 'unknown' }
    case 'DECLINED':
      return { is: 'declined', reason: declineReasonOf(answer.decline_reason) }
    case 'ERROR': {
      const reason = refusals.get(answer.error_code)
      if (reason === undefined) throw new NoAnswer(`The upstream platform refused with ${answer.error_code}.`)
      return { is: 'declined', reason }
    }
  }
}

/**
 * Refusals that are final. Any other (a wrong password, too many requests) can be remedied, and the operation is
 * repeated.
 */
const refusals: ReadonlyMap<string, DeclineReason> = new Map([
  ['208004', 'Amount limit exceeded'],
  ['208005', 'Transaction not permitted'],
  ['208006', 'Amount limit exceeded'],
  ['208008', 'Amount limit exceeded'],
  ['208009', 'Transaction not permitted'],
])
