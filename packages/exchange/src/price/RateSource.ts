/** Mid prices in EUR of one whole unit, as counts of 10^-18, and their time. */
export type Prices = { readonly at: Date; readonly eur: ReadonlyMap<string, bigint> }

export type RateSource = {
  /** Fresh prices. A currency without one is omitted; a stale source answers with its own time. */
  prices(): Promise<Prices>
}
