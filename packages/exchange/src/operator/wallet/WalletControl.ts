import type { Money } from '@cambio/wire/Money.ts'
import type { By } from '../act.ts'

/** What the operator can do about coins on a network: what holds them, in one transaction. */
export type WalletControl = {
  /** Keeps coins as a deposit of an order that no block tells of, as far as the transaction brought them. */
  credit(coins: { readonly orderId: string; readonly txid: string }): Promise<Money | CreditObjection>
  /** Keeps a transaction that the wallet sent, and that is not known here, as the one of these payments that it made. */
  adopt(sent: {
    readonly orderId: string
    readonly txid: string
    readonly payments: readonly AdoptablePayment[]
    /** Whether it may have paid another amount than the payment would. */
    readonly isAnyAmount: boolean
  }): Promise<AdoptedPayment | AdoptObjection>
  /** Holds the wallet that pays out until the transaction ends, and says how it stands. */
  lock(): Promise<LockedWallet | ReleaseObjection>
  /** What would bring everything that deposit addresses hold to a wallet of the operator's. */
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
  /** The block before which the node does not say what was held. */
  readonly blockNumber?: bigint
}

/** A payment that an order would make now. */
export type AdoptablePayment = {
  readonly payoutId: string
  readonly address: string
  readonly amount: Money
  /** Whether a network fee that is not fixed yet is to be taken off the amount. */
  readonly isFeeOpen: boolean
}

/** Which payment a transaction made, and what it paid. */
export type AdoptedPayment = { readonly payoutId: string; readonly paid: Money }

/** Why a transaction is adopted by no payment. */
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

/** The wallet that pays out. */
export type LockedWallet = {
  /** Names the wallet and the network in the books. */
  readonly reference: string
  /** Whether pay-outs stopped because somebody else seems to use it. */
  readonly isStopped: boolean
  /** What it holds on the network above what the books say; below zero what is missing. None that is zero. */
  readonly differences: readonly Money[]
  /** Lets it pay out again. Says from which nonce, and which release of the wallet it is. */
  release(by: By): Promise<{ readonly nextNonce: number; readonly journalId: string }>
}

/** Transactions that bring deposits away, none of which is signed. */
export type SweepPlan = {
  readonly steps: readonly SweepStep[]
  /** Coins that are wanted at an address before its tokens can be moved. */
  readonly gas: readonly { readonly address: string; readonly amount: Money }[]
  /** Coins at an order's address that no deposit brought: they stay, since whose they are must be said while they are there. */
  readonly unaccounted: readonly {
    readonly orderId: string
    readonly address: string
    readonly amount: Money
  }[]
  /** Keeps what the steps move, so that it is booked when it is seen, and that the wallet is the operator's. */
  keep(actor: string): Promise<void>
}

export type SweepStep = {
  readonly address: string
  /** Where the key that signs it is, below the extended public key. */
  readonly path: string
  readonly nonce: number
  readonly currency: string
  readonly units: bigint
  readonly unsigned: string
}
