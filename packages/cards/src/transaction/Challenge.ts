/** Where the buyer is sent before the bank decides, in the protocol's own form. */
export type Challenge = {
  readonly status: '3DS' | 'REDIRECT'
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly params: Readonly<Record<string, string>>
  /** Set once the payer has turned back there. */
  readonly canceled?: true
}
