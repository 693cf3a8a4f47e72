/** A withdrawal that waits for its code, or did. */
export type Withdrawal = {
  readonly orderId: string
  readonly partnerId: string
  readonly clientId: string
  /** Whether the code that was asked about is this withdrawal's; never once it is over. */
  readonly isRight: boolean
}

export type WithdrawalStore = {
  /** The withdrawal of that id, compared with a code. */
  check(uuid: string, code: string): Promise<Withdrawal | undefined>
  /** The same by its order. */
  checkOfOrder(orderId: string, code: string): Promise<Withdrawal | undefined>
}
