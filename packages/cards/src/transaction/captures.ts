import { Refusal } from '../protocol/Refusal.ts'
import type { Change } from './Change.ts'
import type { Fact } from './Fact.ts'
import { holdOf, journal, pair } from './journals.ts'
import { withoutOperation, withNextSeq, newOperation } from './nextChange.ts'
import type { Transaction } from './Transaction.ts'

/*
 * The capture of a hold: started, done or declined.
 */

/** When the platform takes over a capture that a merchant's CAPTURE request started and did not finish. */
const REPEAT_AFTER_MS = 60_000

export function captureStarted(
  before: Transaction,
  { operationId, units }: Fact & { is: 'capture_started' },
  at: Date,
): Change | null {
  if (before.state === 'capturing' && before.operationId === operationId) return null
  if (before.state !== 'held') throw new Refusal('capture_not_pending')
  const taken = units ?? before.money.units
  if (taken > before.money.units) throw new Refusal('capture_above_hold')
  const log = { type: 'CAPTURE', status: 'waiting', units: taken } as const
  const open = newOperation(before, 'capture', taken, new Date(at.getTime() + REPEAT_AFTER_MS))
  const next: Transaction = {
    ...withNextSeq(before),
    state: 'capturing',
    reference: before.reference,
    operationId: operationId ?? open.id,
  }
  return operationId === null ? { next, log, open, dropCaptures: true } : { next, log }
}

export function captured(before: Transaction, fact: Fact & { is: 'captured' }): Change | null {
  if (before.state !== 'capturing' || before.operationId !== fact.operationId) return null
  const next: Transaction = {
    ...withoutOperation(before),
    state: 'settled',
    captured: fact.units,
    refunding: 0n,
    refunded: 0n,
    chargedBack: 0n,
  }
  return {
    next,
    log: { type: 'CAPTURE', status: 'success', units: fact.units },
    journals: [journal(before, 'capture', pair(before, 'posted', fact.units), holdOf(before))],
    close: { id: fact.operationId, state: 'done' },
    notification: { action: 'CAPTURE', result: 'SUCCESS', units: fact.units },
  }
}

export function captureDeclined(before: Transaction, fact: Fact & { is: 'capture_declined' }): Change | null {
  if (before.state !== 'capturing' || before.operationId !== fact.operationId) return null
  return {
    next: { ...withoutOperation(before), state: 'held' },
    log: { type: 'CAPTURE', status: 'fail', units: fact.units },
    close: { id: fact.operationId, state: 'declined', reason: fact.reason },
    notification: { action: 'CAPTURE', result: 'DECLINED', reason: fact.reason },
  }
}
