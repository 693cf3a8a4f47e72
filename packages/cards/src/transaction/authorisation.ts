import type { Change } from './Change.ts'
import type { Fact } from './Fact.ts'
import { holdOf, pair } from './journals.ts'
import { withNextSeq, newOperation } from './nextChange.ts'
import type { Transaction } from './Transaction.ts'

/*
 * From a SALE to the bank's answer, also when the answer comes too late.
 */

export function authorised(before: Transaction, fact: Fact & { is: 'authorised' }, at: Date): Change | null {
  if (before.state === 'declined') {
    if (before.releasing) return null
    return release(before, fact.reference, at)
  }
  if (before.state !== 'authorising' && before.state !== 'challenged') return null
  const { units } = before.money
  const next: Transaction = {
    ...withNextSeq(before),
    state: 'held',
    reference: fact.reference,
    answered: before.answered ?? 'PENDING',
  }
  return {
    next,
    log: { type: 'AUTH', status: 'success', units },
    journals: [
      { id: holdOf(before), kind: 'hold', reference: before.id, postings: pair(before, 'pending', units) },
    ],
    ...(before.captureDelayMs === null
      ? {}
      : { open: newOperation(before, 'capture', units, new Date(at.getTime() + before.captureDelayMs)) }),
    ...(fact.inAnswer ? {} : { notification: { action: 'SALE', result: 'SUCCESS', units } }),
  }
}

/** Releases a hold whose answer was received after the payment was declined here. It is never kept. */
function release(before: Transaction & { state: 'declined' }, reference: string, at: Date): Change {
  return {
    next: { ...withNextSeq(before), reference, releasing: true },
    log: { type: 'REVERSAL', status: 'waiting', units: before.money.units },
    open: newOperation(before, 'release', before.money.units, at),
  }
}

export function declined(before: Transaction, fact: Fact & { is: 'declined' }): Change | null {
  if (before.state !== 'authorising' && before.state !== 'challenged') return null
  return {
    next: {
      ...withNextSeq(before),
      state: 'declined',
      reason: fact.reason,
      reference: before.state === 'challenged' ? before.reference : null,
      releasing: false,
      challenge:
        before.challenge && fact.canceled ? { ...before.challenge, canceled: true } : before.challenge,
      answered: before.answered ?? 'DECLINED',
    },
    log: { type: before.state === 'challenged' ? '3DS' : 'AUTH', status: 'fail', units: before.money.units },
    ...(fact.inAnswer ? {} : { notification: { action: 'SALE', result: 'DECLINED', reason: fact.reason } }),
  }
}

export function challenged(before: Transaction, fact: Fact & { is: 'challenged' }): Change | null {
  if (before.state !== 'authorising') return null
  return {
    next: {
      ...withNextSeq(before),
      state: 'challenged',
      reference: fact.reference,
      challenge: fact.challenge,
      answered: fact.challenge.status,
    },
    log: { type: '3DS', status: 'waiting', units: before.money.units },
  }
}

/** A late hold was released. */
export function released(before: Transaction, fact: Fact & { is: 'released' }): Change | null {
  if (before.state !== 'declined') return null
  return {
    next: withNextSeq(before),
    log: { type: 'REVERSAL', status: 'success', units: before.money.units },
    close: { id: fact.operationId, state: 'done' },
  }
}

export function releaseDeclined(before: Transaction, fact: Fact & { is: 'release_declined' }): Change | null {
  if (before.state !== 'declined') return null
  return {
    next: withNextSeq(before),
    log: { type: 'REVERSAL', status: 'fail', units: before.money.units },
    close: { id: fact.operationId, state: 'declined', reason: fact.reason },
  }
}
