/** What the books say of an account in one asset, and what the chain says, in its smallest units. */
export type Compared = {
  readonly account: 'wallet' | 'deposits'
  readonly asset: string
  readonly books: bigint
  readonly chain: bigint
}
