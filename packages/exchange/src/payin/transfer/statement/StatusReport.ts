/** What a bank says of payments that it was asked for, in a pain.002 or a camt.029. */
export type StatusReport = {
  readonly kind: 'pain.002' | 'camt.029'
  readonly statuses: readonly PaymentStatus[]
  /** What could not be read, with the place where it stands. */
  readonly unread: readonly { readonly place: string; readonly reason: string }[]
}

export type PaymentStatus = {
  /** MsgId and PmtInfId of the file that asked for the payment; null where the bank does not name it. */
  readonly fileId: string | null
  /** Null where all payments of the file are meant of which it says nothing else. */
  readonly endToEndId: string | null
  /** The bank's code: RJCT, ACSC, ACCR… */
  readonly code: string
  /** Whether the payment is not made, and will not be. */
  readonly isRejection: boolean
  /** Why, as far as the bank says it. */
  readonly reason: string | null
}
