import type { Money } from '@cambio/wire/Money.ts'

/** What a network reports about a transaction. `away`: it did not answer. */
export type SeenTransaction =
  | { readonly is: 'absent' }
  | { readonly is: 'away' }
  | {
      readonly is: 'seen'
      readonly from: string
      readonly to: string | null
      /** Null where it pays no address. */
      readonly amount: Money | null
      /** Null until it is in a block. */
      readonly block: {
        readonly number: bigint
        /** The transaction's own block counts. */
        readonly confirmations: bigint
        readonly hasMoved: boolean
        readonly fee: Money
      } | null
    }

/** Reads a transaction from the network by its id. */
export type TransactionReader = (txid: string) => Promise<SeenTransaction>
