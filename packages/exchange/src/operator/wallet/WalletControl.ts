import type { Money } from '@cambio/wire/Money.ts'
import type { By } from '../act.ts'

/** How the operator controls the wallet and the deposit addresses of a network, in one transaction. */
export type WalletControl = {
  /** Stores coins that no block reports as a deposit of an order, up to what the transaction brought. */
  credit(coins: { readonly orderId: string; readonly txid: string }): Promise<Money | CreditObjection>
  /** Stores an unknown transaction of the wallet as the one of these payments that it made. */
  adopt(sent: {
    readonly orderId: string
    readonly txid: string
    readonly payments: readonly AdoptablePayment[]
    /** Whether it may have paid an amount other than the payment's. */
    readonly isAnyAmount: boolean
  }): Promise<AdoptedPayment | AdoptObjection>
  /** Locks the pay-out wallet until the transaction ends, and returns its state. */
  lock(): Promise<LockedWallet | ReleaseObjection>
  /** Plans the transactions that sweep all coins at deposit addresses to a wallet of the operator's. */
  planSweep(destination: string): Promise<SweepPlan | { readonly objection: 'node_silent' }>
}

/** Why coins are not credited. */
export type CreditObjection = {
  readonly objection:
    | 'node_silent'
    | 'no_address'
    | 'no_transaction'
    | 'not_final'
    | 'all_booked'
    | 'brought_nothing'
    | 'credited_before'
    | 'from_own_wallet'
    | 'state_gone'
  /** The block before which the node no longer knows balances. */
  readonly blockNumber?: bigint
}

/** A payment that an order would make now, and that may be adopted. */
export type AdoptablePayment = {
  readonly payoutId: string
  readonly address: string
  readonly amount: Money
  /** Whether a network fee that is not fixed yet will be deducted from the amount. */
  readonly isFeeOpen: boolean
}

/** The payment that a transaction made, and the amount paid. */
export type AdoptedPayment = { readonly payoutId: string; readonly paid: Money }

/** Why no payment adopts a transaction. */
export type AdoptObjection = {
  readonly objection:
    | 'node_silent'
    | 'no_transaction'
    | 'not_from_wallet'
    | 'not_in_block'
    | 'moved_nothing'
    | 'known_before'
    | 'released_before'
    | 'pays_something_else'
    | 'signed_here'
    | 'another_form'
}

/** Why a wallet cannot be released now. */
export type ReleaseObjection = { readonly objection: 'node_silent' | 'not_final' | 'chain_went_on' }

/** The pay-out wallet. */
export type LockedWallet = {
  /** The name of the wallet and its network in the books. */
  readonly reference: string
  /** Whether pay-outs stopped because another program seems to use the wallet. */
  readonly isStopped: boolean
  /** What it holds on the network beyond its books; negative for a shortfall. Zero differences are omitted. */
  readonly differences: readonly Money[]
  /** Lets it pay out again. @returns the next nonce, and the id of the release's journal */
  release(by: By): Promise<{ readonly nextNonce: number; readonly journalId: string }>
}

/** Unsigned transactions that sweep deposits. */
export type SweepPlan = {
  readonly steps: readonly SweepStep[]
  /** Coins that an address needs for gas before its tokens can be moved. */
  readonly gas: readonly { readonly address: string; readonly amount: Money }[]
  /**
   * Coins at an order's address that no deposit accounts for. They stay there until the operator has said whose they
   * are.
   */
  readonly unaccounted: readonly {
    readonly orderId: string
    readonly address: string
    readonly amount: Money
  }[]
  /** Stores what the steps move, so that it is booked once seen, and that the wallet is the operator's. */
  keep(actor: string): Promise<void>
}

export type SweepStep = {
  readonly address: string
  /** The derivation path of the key that signs it, below the extended public key. */
  readonly path: string
  readonly nonce: number
  readonly currency: string
  readonly units: bigint
  readonly unsigned: string
}
