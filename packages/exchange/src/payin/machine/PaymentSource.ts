/** The sender of one payment: an account at a bank or a wallet. */
export type PaymentSource = {
  readonly kind: 'iban' | 'sender'
  readonly text: string
  /** Whether its money is the order's; other money is owed or was returned. */
  readonly isReceived: boolean
}
