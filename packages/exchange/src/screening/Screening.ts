/** What lists of sanctions say of some wallets. `unknown`: somebody who has to be asked does not answer. */
export type Screened = 'clear' | 'listed' | 'unknown'

/** Looks wallets up in lists of sanctions. */
export type Screening = { screen(addresses: readonly string[]): Promise<Screened> }
