/** A bank's report on payments that it was asked for, from a pain.002 or a camt.029. */
export type StatusReport = {
  readonly kind: 'pain.002' | 'camt.029'
  readonly statuses: readonly PaymentStatus[]
  /** What could not be read, with its place in the file. */
  readonly unread: readonly { readonly place: string; readonly reason: string }[]
}

export type PaymentStatus = {
  /** MsgId and PmtInfId of the file that asked for the payment; null where the bank does not name it. */
  readonly fileId: string | null
  /** Null for all payments of the file without a status of their own. */
  readonly endToEndId: string | null
  /** The bank's code: RJCT, ACSC, ACCR… */
  readonly code: string
  /** Whether the payment was not made and will not be. */
  readonly isRejection: boolean
  /** The reason, as far as the bank states it. */
  readonly reason: string | null
}
