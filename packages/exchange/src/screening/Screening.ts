/** What lists of sanctions say about some wallets. `unknown`: a list that has to be queried does not answer. */
export type Screened = 'clear' | 'listed' | 'unknown'

/** Looks wallets up in lists of sanctions. */
export type Screening = { screen(addresses: readonly string[]): Promise<Screened> }
