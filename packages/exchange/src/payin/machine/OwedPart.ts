import type { Money } from '@cambio/wire/Money.ts'

/** A part of what is owed for an order, and what becomes of it next. */
export type OwedPart = { readonly amounts: readonly Money[] } &
  /** The card platform did not give it back: it can be asked again. */
  (
    | { readonly is: 'card' }
    /** It was not sent, or was returned: it can be sent again. */
    | { readonly is: 'transfer' }
    /** No bank would send it to its sender, for the reason in a sentence: it is refunded by hand. */
    | { readonly is: 'transfer_by_hand'; readonly payer: BankPayer; readonly why: string }
    /** Its buyer is asked for a wallet, once the order goes on where it is stopped. */
    | { readonly is: 'coins_without_wallet'; readonly isStopped: boolean }
    /** It was not sent to its buyer's wallet, or did not arrive there: it can be sent again. */
    | { readonly is: 'coins'; readonly wallet: string }
  )

/** Who sent a bank transfer, as far as the bank says. */
export type BankPayer = { readonly name: string | null; readonly iban: string | null }
