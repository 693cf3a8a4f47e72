import type { Journal } from '@cambio/server/postgres/Ledger.ts'
import type { DeclineReason } from './DeclineReason.ts'
import type { Transaction } from './Transaction.ts'

/** What a fact changes: the transaction, and what follows from that. */
export type Change = {
  readonly next: Transaction
  readonly log?: {
    readonly type: LogType
    readonly status: 'success' | 'waiting' | 'fail'
    readonly units: bigint
  }
  readonly journals?: readonly Journal[]
  /** An operation that starts. `dueAt` null: the caller carries it out at once. */
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
  /** Every capture that has not started is dropped. */
  readonly dropCaptures?: boolean
  readonly notification?: Notification
}

export type LogType =
  | 'AUTH'
  | '3DS'
  | 'CAPTURE'
  | 'REVERSAL'
  | 'REFUND'
  | 'CHARGEBACK'
  | 'CHARGEBACK_REVERSAL'

/** A notification to the merchant. Statuses and amounts are the transaction's after the change. */
export type Notification = {
  readonly action: 'SALE' | 'CAPTURE' | 'CREDITVOID' | 'CHARGEBACK' | 'CHARGEBACK_REVERSAL'
  readonly result: 'SUCCESS' | 'DECLINED'
  readonly units?: bigint
  readonly reason?: string
  readonly bankDate?: string
}

export type OperationKind = 'capture' | 'reversal' | 'refund' | 'release'
