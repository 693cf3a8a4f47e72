import { columns } from '@cambio/server/postgres/columns.ts'
import { viewOfMask } from '../means/MeansView.ts'
import type { Wallet } from '../means/networkToken/NetworkToken.ts'
import type { Challenge } from '../transaction/Challenge.ts'
import type { DeclineReason } from '../transaction/DeclineReason.ts'
import type { Transaction } from '../transaction/Transaction.ts'

/** A row of `transaction` as PostgreSQL gives it. */
export type TransactionRow = {
  id: string
  merchant_id: string
  order_id: string
  fingerprint: Buffer
  seq: number
  state: Transaction['state']
  currency: string
  units: bigint
  captured: bigint
  refunding: bigint
  refunded: bigint
  charged_back: bigint
  acquirer: string
  reference: string | null
  running: string | null
  releasing: boolean
  challenge: Challenge | null
  answered: Transaction['answered']
  decline_reason: DeclineReason | null
  descriptor: string
  capture_delay_ms: bigint | null
  mask: string
  exp_month: string
  exp_year: string
  wallet: Wallet | null
  vault_id: string | null
  by_token: boolean
  payer_email: string
  payer_name: string
  payer_ip: string
  term_url: string
  term_target: string
  created_at: Date
}

export const transactionColumns = columns<TransactionRow>({
  id: true,
  merchant_id: true,
  order_id: true,
  fingerprint: true,
  seq: true,
  state: true,
  currency: true,
  units: true,
  captured: true,
  refunding: true,
  refunded: true,
  charged_back: true,
  acquirer: true,
  reference: true,
  running: true,
  releasing: true,
  challenge: true,
  answered: true,
  decline_reason: true,
  descriptor: true,
  capture_delay_ms: true,
  mask: true,
  exp_month: true,
  exp_year: true,
  wallet: true,
  vault_id: true,
  by_token: true,
  payer_email: true,
  payer_name: true,
  payer_ip: true,
  term_url: true,
  term_target: true,
  created_at: true,
})

/** @throws Error when a row lacks what its state needs, which only a change by hand can cause */
export function transactionOf(row: TransactionRow): Transaction {
  const accepted = {
    id: row.id,
    merchantId: row.merchant_id,
    orderId: row.order_id,
    seq: row.seq,
    createdAt: row.created_at,
    money: { units: row.units, currency: row.currency },
    means: viewOfMask(row.mask, { month: row.exp_month, year: row.exp_year }, row.wallet),
    acquirer: row.acquirer,
    descriptor: row.descriptor,
    captureDelayMs: row.capture_delay_ms === null ? null : Number(row.capture_delay_ms),
    vaultId: row.vault_id,
    byToken: row.by_token,
    payer: { email: row.payer_email, name: row.payer_name, ip: row.payer_ip },
    term: { url: row.term_url, target: row.term_target },
    answered: row.answered,
    challenge: row.challenge,
  }
  switch (row.state) {
    case 'authorising':
      return { ...accepted, state: row.state }
    case 'challenged':
    case 'held':
    case 'reversed':
      return { ...accepted, state: row.state, reference: there(row, 'reference') }
    case 'capturing':
    case 'reversing':
      return {
        ...accepted,
        state: row.state,
        reference: there(row, 'reference'),
        operationId: there(row, 'running'),
      }
    case 'settled':
    case 'refunded':
    case 'charged_back':
      return {
        ...accepted,
        state: row.state,
        reference: there(row, 'reference'),
        captured: row.captured,
        refunding: row.refunding,
        refunded: row.refunded,
        chargedBack: row.charged_back,
      }
    case 'declined':
      return {
        ...accepted,
        state: row.state,
        reason: there(row, 'decline_reason'),
        reference: row.reference,
        releasing: row.releasing,
      }
  }
}

/** The columns of a transaction that can change, with their values. */
export function changingColumns(transaction: Transaction): readonly (readonly [string, unknown])[] {
  const books = 'captured' in transaction ? transaction : undefined
  return Object.entries({
    state: transaction.state,
    reference: 'reference' in transaction ? transaction.reference : null,
    running: 'operationId' in transaction ? transaction.operationId : null,
    releasing: 'releasing' in transaction ? transaction.releasing : false,
    challenge: transaction.challenge === null ? null : JSON.stringify(transaction.challenge),
    answered: transaction.answered,
    decline_reason: 'reason' in transaction ? transaction.reason : null,
    captured: books?.captured ?? 0n,
    refunding: books?.refunding ?? 0n,
    refunded: books?.refunded ?? 0n,
    charged_back: books?.chargedBack ?? 0n,
  } satisfies Partial<Record<keyof TransactionRow, unknown>>)
}

function there<Column extends 'reference' | 'running' | 'decline_reason'>(
  row: TransactionRow,
  column: Column,
): NonNullable<TransactionRow[Column]> {
  const value = row[column]
  if (value === null) throw new Error(`Transaction ${row.id} is ${row.state} without ${column}.`)
  return value
}
