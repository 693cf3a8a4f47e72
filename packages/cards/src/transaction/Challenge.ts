/** Where the buyer is sent to confirm the payment before the bank decides, as the protocol writes it. */
export type Challenge = {
  readonly status: '3DS' | 'REDIRECT'
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly params: Readonly<Record<string, string>>
  /** The payer canceled it. */
  readonly canceled?: true
}
