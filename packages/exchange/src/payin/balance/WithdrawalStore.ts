import type { OrderStore } from '../../order/OrderStore.ts'

/** A withdrawal that waits for its code, or did. */
export type Withdrawal = {
  readonly orderId: string
  readonly partnerId: string
  readonly clientId: string
  /** Whether the presented code is this withdrawal's; never once it has ended. */
  readonly isRight: boolean
}

export type WithdrawalStore = {
  /** The withdrawal of that id, compared with a code. */
  check(uuid: string, code: string): Promise<Withdrawal | undefined>
  /** The withdrawal of an order, compared with a code. */
  checkOfOrder(orderId: string, code: string): Promise<Withdrawal | undefined>
}

/** What one transaction may do that holds the client whose withdrawals these are. */
export type LockedWithdrawals = {
  readonly orders: Pick<OrderStore, 'find' | 'save'>
  /** Until when the client's withdrawals are locked, maybe in the past; null where they never were. */
  readonly lockedUntil: Date | null
  /** Keeps a wrong code of now, and counts the wrong codes of all the client's withdrawals since a time. */
  countWrongCode(orderId: string, since: Date): Promise<number>
  /** Locks the client's withdrawals, and has a mail sent about it. */
  lockWithdrawals(until: Date): Promise<void>
}

export type WithdrawalLocks = {
  /** Runs `work` in one transaction while no other code of this client's withdrawals is looked at. */
  lock<Result>(clientId: string, work: (locked: LockedWithdrawals) => Promise<Result>): Promise<Result>
}
