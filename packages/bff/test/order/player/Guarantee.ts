import type { DepositRig } from '../../deposit/depositRig.ts'
import type { Deal, Market } from './PlayerMarket.ts'

/** Where the player plays. `name` gives each play clients, orders and wallets of its own. */
export type Table = { readonly rig: DepositRig; readonly market: Market; readonly name: string }

/** A price that was shown to the player, who may take it or let it go. */
export type Guarantee = {
  /** What it would pay in and out by what was shown last. */
  shown(): Promise<Deal>
  /**
   * Takes it.
   * @returns what came of it, with the time since which prices were promised; `not_yet` where another price was shown
   *   instead, or another answer is due; `over` where it cannot be taken any more
   */
  take(): Promise<Taken | 'not_yet' | 'ended'>
}

export type Taken = {
  readonly deal: Deal
  /** Since when the deal may have been priced, by what is promised to the buyer: the moment itself where nothing is. */
  readonly promisedSinceMs: number
}

/** A form of order: how the player has a price of it held. Null where it is refused. */
export type Form = (table: Table) => Promise<Guarantee | null>
