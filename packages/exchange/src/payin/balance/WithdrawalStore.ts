import type { OrderStore } from '../../order/OrderStore.ts'

/** A withdrawal that waits for its code, or did. */
export type Withdrawal = {
  readonly orderId: string
  readonly partnerId: string
  readonly clientId: string
  /** Whether the presented code is this withdrawal's; always false once it has ended. */
  readonly isRight: boolean
}

export type WithdrawalStore = {
  /** The withdrawal with this id, with the result of comparing a code. */
  check(uuid: string, code: string): Promise<Withdrawal | undefined>
  /** The withdrawal of an order, with the result of comparing a code. */
  checkOfOrder(orderId: string, code: string): Promise<Withdrawal | undefined>
}

/** What a transaction that has locked a client may do about the client's withdrawals. */
export type LockedWithdrawals = {
  readonly orders: Pick<OrderStore, 'find' | 'save'>
  /** Until when the client's withdrawals are locked, perhaps in the past; null where they never were. */
  readonly lockedUntil: Date | null
  /** Records a wrong code, and counts the wrong codes of all the client's withdrawals since a time. */
  countWrongCode(orderId: string, since: Date): Promise<number>
  /** Locks the client's withdrawals and schedules a mail about it. */
  lockWithdrawals(until: Date): Promise<void>
}

export type WithdrawalLocks = {
  /** Runs `work` in one transaction while no other code of this client's withdrawals is checked. */
  lock<Result>(clientId: string, work: (locked: LockedWithdrawals) => Promise<Result>): Promise<Result>
}
