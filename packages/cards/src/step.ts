import type { Journal, Posting } from '@cambio/server/postgres/Ledger.ts'
import type { Challenge } from './acquirers/Acquirer.ts'
import type { DeclineReason } from './DeclineReason.ts'
import { Refusal } from './protocol/Refusal.ts'
import type { Transaction } from './Transaction.ts'

/*
 * The whole life of a transaction. Everything that happens to one, from whichever side, is a fact that goes through
 * `step`; what comes out is written in one statement, guarded by `seq`.
 *
 *   authorising ─┬─► held ──► capturing ──► settled ──► refunded
 *       │        │    │ ▲         │             │
 *       │        │    │ └─declined┘             └──► charged_back
 *       ▼        │    ▼
 *   challenged ──┘  reversing ──► reversed        (a declined reversal goes back to held)
 *       │
 *       └──► declined                             (also straight from authorising)
 */

/** Something that is known to have happened, or that a merchant asked for. Amounts are minor units. */
export type Fact =
  /** `told`: the SALE's own answer says it; otherwise the merchant learns it from a notification. */
  | { readonly is: 'authorised'; readonly reference: string; readonly told: boolean }
  | { readonly is: 'declined'; readonly reason: DeclineReason; readonly told: boolean }
  | { readonly is: 'challenged'; readonly reference: string; readonly challenge: Challenge }
  | { readonly is: 'capture_started'; readonly operationId: string | null; readonly units: bigint | null }
  | { readonly is: 'captured'; readonly operationId: string; readonly units: bigint }
  | {
      readonly is: 'capture_declined'
      readonly operationId: string
      readonly units: bigint
      readonly reason: DeclineReason
    }
  | { readonly is: 'return_asked'; readonly units: bigint | null }
  | { readonly is: 'reversed'; readonly operationId: string }
  | { readonly is: 'reversal_declined'; readonly operationId: string; readonly reason: DeclineReason }
  | { readonly is: 'refunded'; readonly operationId: string; readonly units: bigint }
  | {
      readonly is: 'refund_declined'
      readonly operationId: string
      readonly units: bigint
      readonly reason: DeclineReason
    }
  | { readonly is: 'released'; readonly operationId: string }
  | { readonly is: 'release_declined'; readonly operationId: string; readonly reason: DeclineReason }
  | {
      readonly is: 'charged_back'
      readonly units: bigint | null
      readonly reason: string
      readonly bankDate: string
    }

export type OperationKind = 'capture' | 'reversal' | 'refund' | 'release'

/** What one fact changes, besides the transaction itself. */
export type Change = {
  readonly next: Transaction
  readonly log?: {
    readonly type: LogType
    readonly status: 'success' | 'waiting' | 'fail'
    readonly units: bigint
  }
  readonly journals?: readonly Journal[]
  /** An operation that begins; `dueAt` null: whoever began it does it now. */
  readonly open?: {
    readonly id: string
    readonly kind: OperationKind
    readonly units: bigint
    readonly dueAt: Date | null
  }
  /** An operation that ends. */
  readonly close?: {
    readonly id: string
    readonly state: 'done' | 'declined' | 'dropped'
    readonly reason?: DeclineReason
  }
  /** Every capture that has not begun is off. */
  readonly dropCaptures?: boolean
  readonly notification?: Notification
}

export type LogType = 'AUTH' | '3DS' | 'CAPTURE' | 'REVERSAL' | 'REFUND' | 'CHARGEBACK'

/** What a merchant is told; statuses and amounts are the transaction's after the change. */
export type Notification = {
  readonly action: 'SALE' | 'CAPTURE' | 'CREDITVOID' | 'CHARGEBACK'
  readonly result: 'SUCCESS' | 'DECLINED'
  readonly units?: bigint
  readonly reason?: string
  readonly bankDate?: string
}

/**
 * What a fact makes of a transaction; null when it says nothing new.
 * @throws Refusal when a merchant asks for what cannot be had
 * @throws Error when an acquirer's word contradicts what it said before in a way that has no answer
 */
export function step(before: Transaction, fact: Fact, at: Date): Change | null {
  switch (fact.is) {
    case 'authorised':
      return authorised(before, fact, at)
    case 'declined':
      return declined(before, fact)
    case 'challenged':
      if (before.state !== 'authorising') return null
      return {
        next: {
          ...moved(before),
          state: 'challenged',
          reference: fact.reference,
          challenge: fact.challenge,
          answered: fact.challenge.status,
        },
        log: { type: '3DS', status: 'waiting', units: before.money.units },
      }
    case 'capture_started':
      return captureStarted(before, fact, at)
    case 'captured':
      return captured(before, fact)
    case 'capture_declined':
      if (before.state !== 'capturing' || before.operationId !== fact.operationId) return null
      return {
        next: { ...freed(before), state: 'held' },
        log: { type: 'CAPTURE', status: 'fail', units: fact.units },
        close: { id: fact.operationId, state: 'declined', reason: fact.reason },
        notification: { action: 'CAPTURE', result: 'DECLINED', reason: fact.reason },
      }
    case 'return_asked':
      return returnAsked(before, fact.units, at)
    case 'reversed':
      if (before.state !== 'reversing' || before.operationId !== fact.operationId) return null
      return {
        next: { ...freed(before), state: 'reversed' },
        log: { type: 'REVERSAL', status: 'success', units: before.money.units },
        journals: [journal(before, 'void', [], holdOf(before))],
        close: { id: fact.operationId, state: 'done' },
        notification: { action: 'CREDITVOID', result: 'SUCCESS', units: before.money.units },
      }
    case 'reversal_declined':
      if (before.state !== 'reversing' || before.operationId !== fact.operationId) return null
      return {
        next: { ...freed(before), state: 'held' },
        log: { type: 'REVERSAL', status: 'fail', units: before.money.units },
        close: { id: fact.operationId, state: 'declined', reason: fact.reason },
        notification: { action: 'CREDITVOID', result: 'DECLINED', reason: fact.reason },
      }
    case 'refunded':
      return refundEnded(before, fact, true)
    case 'refund_declined':
      return refundEnded(before, fact, false)
    case 'released':
      if (before.state !== 'declined') return null
      return {
        next: moved(before),
        log: { type: 'REVERSAL', status: 'success', units: before.money.units },
        close: { id: fact.operationId, state: 'done' },
      }
    case 'release_declined':
      if (before.state !== 'declined') return null
      return {
        next: moved(before),
        log: { type: 'REVERSAL', status: 'fail', units: before.money.units },
        close: { id: fact.operationId, state: 'declined', reason: fact.reason },
      }
    case 'charged_back':
      return chargedBack(before, fact)
  }
}

/** How long the buyer has for a challenge. */
export const CHALLENGE_MS = 30 * 60_000

/** When an authorisation whose answer never came is asked about first. */
export const ASK_AFTER_MS = 60_000

/** When a capture that a merchant's own call began is taken up by the platform, should that call have died. */
const REPEAT_AFTER_MS = 60_000

/** When a payment that was given up is looked at once more, since its acquirer may have held the money after that. */
const LOOK_BACK_MS = 60 * 60_000

/** When a transaction itself has something to do next, as it stands. */
export function dueAtOf(transaction: Transaction, at: Date): Date | null {
  if (transaction.state === 'authorising') return new Date(at.getTime() + ASK_AFTER_MS)
  if (transaction.state === 'challenged') return new Date(transaction.createdAt.getTime() + CHALLENGE_MS)
  const isGivenUp =
    transaction.state === 'declined' && transaction.reason === 'Timeout' && !transaction.releasing
  return isGivenUp ? new Date(at.getTime() + LOOK_BACK_MS) : null
}

function authorised(before: Transaction, fact: Fact & { is: 'authorised' }, at: Date): Change | null {
  if (before.state === 'declined') {
    if (before.releasing) return null
    return release(before, fact.reference, at)
  }
  if (before.state !== 'authorising' && before.state !== 'challenged') return null
  const { units } = before.money
  const next: Transaction = {
    ...moved(before),
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
      : { open: operation(before, 'capture', units, new Date(at.getTime() + before.captureDelayMs)) }),
    ...(fact.told ? {} : { notification: { action: 'SALE', result: 'SUCCESS', units } }),
  }
}

/** Money the bank holds although we had said no (its word came too late): it is let go, never kept. */
function release(before: Transaction & { state: 'declined' }, reference: string, at: Date): Change {
  return {
    next: { ...moved(before), reference, releasing: true },
    log: { type: 'REVERSAL', status: 'waiting', units: before.money.units },
    open: operation(before, 'release', before.money.units, at),
  }
}

function declined(before: Transaction, fact: Fact & { is: 'declined' }): Change | null {
  if (before.state !== 'authorising' && before.state !== 'challenged') return null
  return {
    next: {
      ...moved(before),
      state: 'declined',
      reason: fact.reason,
      reference: before.state === 'challenged' ? before.reference : null,
      releasing: false,
      answered: before.answered ?? 'DECLINED',
    },
    log: { type: before.state === 'challenged' ? '3DS' : 'AUTH', status: 'fail', units: before.money.units },
    ...(fact.told ? {} : { notification: { action: 'SALE', result: 'DECLINED', reason: fact.reason } }),
  }
}

function captureStarted(
  before: Transaction,
  { operationId, units }: Fact & { is: 'capture_started' },
  at: Date,
): Change | null {
  if (before.state === 'capturing' && before.operationId === operationId) return null
  if (before.state !== 'held') throw new Refusal('capture_not_pending')
  const taken = units ?? before.money.units
  if (taken > before.money.units) throw new Refusal('capture_above_hold')
  const log = { type: 'CAPTURE', status: 'waiting', units: taken } as const
  const open = operation(before, 'capture', taken, new Date(at.getTime() + REPEAT_AFTER_MS))
  const next: Transaction = {
    ...moved(before),
    state: 'capturing',
    reference: before.reference,
    operationId: operationId ?? open.id,
  }
  return operationId === null ? { next, log, open, dropCaptures: true } : { next, log }
}

function captured(before: Transaction, fact: Fact & { is: 'captured' }): Change | null {
  if (before.state !== 'capturing' || before.operationId !== fact.operationId) return null
  const next: Transaction = {
    ...freed(before),
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

/** A merchant gives money back: a hold is reversed whole, a settled payment refunded as far as it goes. */
function returnAsked(before: Transaction, units: bigint | null, at: Date): Change {
  if (before.state === 'held') {
    const asked = units ?? before.money.units
    if (asked > before.money.units) throw new Refusal('reversal_above_amount')
    if (asked < before.money.units) throw new Refusal('reversal_partial')
    const open = operation(before, 'reversal', asked, at)
    return {
      next: { ...moved(before), state: 'reversing', reference: before.reference, operationId: open.id },
      log: { type: 'REVERSAL', status: 'waiting', units: asked },
      open,
      dropCaptures: true,
    }
  }
  if (before.state === 'refunded') throw new Refusal('refund_above_amount')
  if (before.state !== 'settled') throw new Refusal('refund_not_settled')
  const left = before.captured - before.refunded - before.refunding
  const asked = units ?? left
  if (asked > left || asked === 0n) throw new Refusal('refund_above_amount')
  return {
    next: { ...moved(before), refunding: before.refunding + asked },
    log: { type: 'REFUND', status: 'waiting', units: asked },
    journals: [journal(before, 'refund-asked', pair(before, 'pending', -asked))],
    open: operation(before, 'refund', asked, at),
  }
}

function refundEnded(
  before: Transaction,
  fact: { operationId: string; units: bigint; reason?: DeclineReason },
  done: boolean,
): Change | null {
  if (before.state !== 'settled' && before.state !== 'charged_back') return null
  const refunding = before.refunding - fact.units
  if (refunding < 0n) throw new Error(`Refund ${fact.operationId} ended twice.`)
  const refunded = before.refunded + (done ? fact.units : 0n)
  const next: Transaction = {
    ...moved(before),
    state: before.state === 'settled' && refunded === before.captured ? 'refunded' : before.state,
    refunding,
    refunded,
  }
  const asked = `${fact.operationId}:refund-asked`
  return {
    next,
    log: { type: 'REFUND', status: done ? 'success' : 'fail', units: fact.units },
    journals: [
      journal(
        before,
        done ? 'refund' : 'refund-void',
        done ? pair(before, 'posted', -fact.units) : [],
        asked,
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

function chargedBack(before: Transaction, fact: Fact & { is: 'charged_back' }): Change {
  const open = before.state === 'settled' || before.state === 'refunded' || before.state === 'charged_back'
  if (!open) throw new Refusal('refund_not_settled')
  const left = before.captured - before.chargedBack
  const units = fact.units ?? left
  if (units > left || units === 0n) throw new Refusal('chargeback_above_amount')
  return {
    next: { ...moved(before), state: 'charged_back', chargedBack: before.chargedBack + units },
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

function moved<Before extends { readonly seq: number }>(before: Before): Before {
  return { ...before, seq: before.seq + 1 }
}

/** The same without the operation that had it in hand, which has ended. */
function freed({ operationId: _ended, ...before }: Transaction & { state: 'capturing' | 'reversing' }) {
  return moved(before)
}

/** An operation's id is its transaction and the change that began it, so it is made once and known everywhere. */
function operation(before: Transaction, kind: OperationKind, units: bigint, dueAt: Date) {
  return { id: `${before.id}-${before.seq + 1}`, kind, units, dueAt }
}

function journal(
  before: Transaction,
  kind: string,
  postings: readonly Posting[],
  resolves?: string,
): Journal {
  const id = `${before.id}-${before.seq + 1}:${kind}`
  return { id, kind, reference: before.id, postings, ...(resolves === undefined ? {} : { resolves }) }
}

/** The journal of a transaction's hold; there is one at most. */
function holdOf(before: Transaction): string {
  return `${before.id}:hold`
}

/** What the acquirer owes us is what we owe the merchant; below zero it goes the other way. */
function pair(before: Transaction, layer: Posting['layer'], units: bigint): Posting[] {
  const asset = before.money.currency
  return [
    { account: `acquirer:${before.acquirer}:receivable`, asset, layer, units },
    { account: `merchant:${before.merchantId}:payable`, asset, layer, units: -units },
  ]
}
