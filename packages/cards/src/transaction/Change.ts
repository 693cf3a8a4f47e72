import type { Journal } from '@cambio/server/postgres/Ledger.ts'
import type { DeclineReason } from './DeclineReason.ts'
import type { Transaction } from './Transaction.ts'

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

export type LogType =
  | 'AUTH'
  | '3DS'
  | 'CAPTURE'
  | 'REVERSAL'
  | 'REFUND'
  | 'CHARGEBACK'
  | 'CHARGEBACK_REVERSAL'

/** What a merchant is told; statuses and amounts are the transaction's after the change. */
export type Notification = {
  readonly action: 'SALE' | 'CAPTURE' | 'CREDITVOID' | 'CHARGEBACK' | 'CHARGEBACK_REVERSAL'
  readonly result: 'SUCCESS' | 'DECLINED'
  readonly units?: bigint
  readonly reason?: string
  readonly bankDate?: string
}

export type OperationKind = 'capture' | 'reversal' | 'refund' | 'release'
