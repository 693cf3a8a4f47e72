import type { Money } from '@cambio/wire/Money.ts'

/** A part of what is owed for an order, and what happens to it next. */
export type OwedPart = { readonly amounts: readonly Money[] } &
  /** The card platform did not return it: it can be asked again. */
  (
    | { readonly is: 'card' }
    /** It was not sent, or was returned: it can be sent again. */
    | { readonly is: 'transfer' }
    /** No bank would return it to its sender: it is refunded by hand. `why` is the reason as a sentence. */
    | { readonly is: 'transfer_by_hand'; readonly payer: BankPayer; readonly why: string }
    /** Its buyer is asked for a wallet; while the order is stopped, only once it continues. */
    | { readonly is: 'coins_without_wallet'; readonly isStopped: boolean }
    /** It was not sent to its buyer's wallet, or did not arrive there: it can be sent again. */
    | { readonly is: 'coins'; readonly wallet: string }
  )

/** The sender of a bank transfer, as far as the bank reports it. */
export type BankPayer = { readonly name: string | null; readonly iban: string | null }
