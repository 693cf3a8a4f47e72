/**
 * A pay-in from the client's balance with the exchange. It is reserved by the statement that places the order, so that
 * nothing else can spend it, and taken once the client's code has come.
 *
 *   reserved ─► taken ─► returned | closed
 *      └─► released
 */
export type BalancePayin = {
  readonly is: 'balance'
  /** `closed` is money that the operator settled by hand. */
  readonly state: 'reserved' | 'released' | 'taken' | 'returned' | 'closed'
  readonly wrongCodes: number
}

/** A code was presented for a withdrawal. `number` counts its codes from 1, so that each counts once. */
export type BalanceFact =
  | { readonly is: 'confirmed'; readonly number: number }
  | { readonly is: 'code_refused'; readonly number: number }

/** How many wrong codes end a withdrawal. */
export const MOST_WRONG_CODES = 5

/** Whether a fact about an order is one about its pay-in from a balance. */
export function isBalanceFact(fact: { readonly is: string }): fact is BalanceFact {
  return fact.is === 'confirmed' || fact.is === 'code_refused'
}
