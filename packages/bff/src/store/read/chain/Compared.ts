/** An account's amount of one asset in the books and on the chain, in the asset's smallest units. */
export type Compared = {
  readonly account: 'wallet' | 'deposits'
  readonly asset: string
  readonly books: bigint
  readonly chain: bigint
}
