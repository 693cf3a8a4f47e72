import type { Journal } from '../books/Journal.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import type { StatementEntry } from './Statement.ts'

/** What became of a line: it is an order's, it is owed to whoever sent it, or it is explained by the operator's own books. */
export type Outcome = { readonly is: 'matched' | 'owed' | 'by_hand'; readonly orderId: string | null }

/** A line with where it comes from. */
export type StatementLine = {
  readonly iban: string
  readonly entry: StatementEntry
  /** SHA-256 of the file. */
  readonly hash: string
  /** Who brought it in. */
  readonly by: string
}

export type StatementStore = {
  /**
   * Takes a line that was never seen before: what it changes and that it was seen are one transaction.
   * @returns `seen` where it was there already, and nothing was done
   * @throws StatementDiffers where the bank's reference stood for another line before
   */
  once(line: StatementLine, work: (hold: StatementHold) => Promise<Outcome>): Promise<Outcome | 'seen'>
}

/** What one transaction that takes a line may do. */
export type StatementHold = {
  readonly orders: Pick<OrderStore, 'find' | 'save'>
  /** Those of some ids that are orders paid by bank transfer. */
  transferOrders(ids: readonly string[]): Promise<readonly string[]>
  /** The payment of ours that is called so; undefined where there is none. */
  payment(endToEndId: string): Promise<BankPayment | undefined>
  paymentBecame(id: string, state: 'sent' | 'returned'): Promise<void>
  post(journals: readonly Journal[]): Promise<void>
}

/** A payment that we ordered. */
export type BankPayment = {
  readonly id: string
  readonly orderId: string
  /** Which of the order's transfers goes back. */
  readonly number: number
  readonly state: 'due' | 'exported' | 'sent' | 'returned'
  readonly units: bigint
  readonly currency: string
}

/** Two different lines of one account under one reference: one of them would be lost. */
export class StatementDiffers extends Error {
  override readonly name = 'StatementDiffers'
  readonly reference: string

  constructor(reference: string) {
    super(`Entry ${reference} was imported before with another amount or direction`)
    this.reference = reference
  }
}
