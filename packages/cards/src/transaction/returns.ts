import { Refusal } from '../protocol/Refusal.ts'
import type { Change } from './Change.ts'
import type { DeclineReason } from './DeclineReason.ts'
import type { Fact } from './Fact.ts'
import { holdOf, journal, pair } from './journals.ts'
import { withoutOperation, withNextSeq, newOperation } from './nextChange.ts'
import type { Transaction } from './Transaction.ts'

/*
 * Money goes back: by a reversal or a refund that the merchant requests, or by a chargeback.
 */

/** A merchant requests a return: a hold is reversed whole, a settled payment is refunded whole or in part. */
export function returnRequested(before: Transaction, units: bigint | null, at: Date): Change {
  if (before.state === 'held') {
    const requested = units ?? before.money.units
    if (requested > before.money.units) throw new Refusal('reversal_above_amount')
    if (requested < before.money.units) throw new Refusal('reversal_partial')
    const open = newOperation(before, 'reversal', requested, at)
    return {
      next: { ...withNextSeq(before), state: 'reversing', reference: before.reference, operationId: open.id },
      log: { type: 'REVERSAL', status: 'waiting', units: requested },
      open,
      dropCaptures: true,
    }
  }
  if (before.state === 'refunded') throw new Refusal('refund_above_amount')
  if (before.state !== 'settled') throw new Refusal('refund_not_settled')
  const left = before.captured - before.refunded - before.refunding
  const requested = units ?? left
  if (requested > left || requested === 0n) throw new Refusal('refund_above_amount')
  return {
    next: { ...withNextSeq(before), refunding: before.refunding + requested },
    log: { type: 'REFUND', status: 'waiting', units: requested },
    journals: [journal(before, 'refund-asked', pair(before, 'pending', -requested))],
    open: newOperation(before, 'refund', requested, at),
  }
}

export function reversed(before: Transaction, fact: Fact & { is: 'reversed' }): Change | null {
  if (before.state !== 'reversing' || before.operationId !== fact.operationId) return null
  return {
    next: { ...withoutOperation(before), state: 'reversed' },
    log: { type: 'REVERSAL', status: 'success', units: before.money.units },
    journals: [journal(before, 'void', [], holdOf(before))],
    close: { id: fact.operationId, state: 'done' },
    notification: { action: 'CREDITVOID', result: 'SUCCESS', units: before.money.units },
  }
}

export function reversalDeclined(
  before: Transaction,
  fact: Fact & { is: 'reversal_declined' },
): Change | null {
  if (before.state !== 'reversing' || before.operationId !== fact.operationId) return null
  return {
    next: { ...withoutOperation(before), state: 'held' },
    log: { type: 'REVERSAL', status: 'fail', units: before.money.units },
    close: { id: fact.operationId, state: 'declined', reason: fact.reason },
    notification: { action: 'CREDITVOID', result: 'DECLINED', reason: fact.reason },
  }
}

export function refundEnded(
  before: Transaction,
  fact: { operationId: string; units: bigint; reason?: DeclineReason },
  done: boolean,
): Change | null {
  if (before.state !== 'settled' && before.state !== 'charged_back') return null
  const refunding = before.refunding - fact.units
  if (refunding < 0n) throw new Error(`Refund ${fact.operationId} ended twice.`)
  const refunded = before.refunded + (done ? fact.units : 0n)
  const next: Transaction = {
    ...withNextSeq(before),
    state: before.state === 'settled' && refunded === before.captured ? 'refunded' : before.state,
    refunding,
    refunded,
  }
  const requestJournal = `${fact.operationId}:refund-asked`
  return {
    next,
    log: { type: 'REFUND', status: done ? 'success' : 'fail', units: fact.units },
    journals: [
      journal(
        before,
        done ? 'refund' : 'refund-void',
        done ? pair(before, 'posted', -fact.units) : [],
        requestJournal,
      ),
    ],
    close: {
      id: fact.operationId,
      state: done ? 'done' : 'declined',
      ...(fact.reason ? { reason: fact.reason } : {}),
    },
    notification: done
      ? { action: 'CREDITVOID', result: 'SUCCESS', units: fact.units }
      : { action: 'CREDITVOID', result: 'DECLINED', ...(fact.reason ? { reason: fact.reason } : {}) },
  }
}

export function chargedBack(before: Transaction, fact: Fact & { is: 'charged_back' }): Change {
  const open = before.state === 'settled' || before.state === 'refunded' || before.state === 'charged_back'
  if (!open) throw new Refusal('refund_not_settled')
  const left = before.captured - before.chargedBack
  const units = fact.units ?? left
  if (units > left || units === 0n) throw new Refusal('chargeback_above_amount')
  return {
    next: { ...withNextSeq(before), state: 'charged_back', chargedBack: before.chargedBack + units },
    log: { type: 'CHARGEBACK', status: 'success', units },
    journals: [journal(before, 'chargeback', pair(before, 'posted', -units))],
    notification: {
      action: 'CHARGEBACK',
      result: 'SUCCESS',
      units,
      reason: fact.reason,
      bankDate: fact.bankDate,
    },
  }
}

/** The merchant won a dispute. When nothing stays charged back, the payment has its earlier state again. */
export function disputeWon(before: Transaction, fact: Fact & { is: 'dispute_won' }): Change {
  if (before.state !== 'charged_back') throw new Refusal('refund_not_settled')
  const units = fact.units ?? before.chargedBack
  if (units > before.chargedBack || units === 0n) throw new Refusal('chargeback_above_amount')
  const chargedBack = before.chargedBack - units
  const undisputed = before.refunded === before.captured ? 'refunded' : 'settled'
  return {
    next: { ...withNextSeq(before), state: chargedBack > 0n ? 'charged_back' : undisputed, chargedBack },
    log: { type: 'CHARGEBACK_REVERSAL', status: 'success', units },
    journals: [journal(before, 'chargeback-won', pair(before, 'posted', units))],
    notification: { action: 'CHARGEBACK_REVERSAL', result: 'SUCCESS', units, bankDate: fact.bankDate },
  }
}
