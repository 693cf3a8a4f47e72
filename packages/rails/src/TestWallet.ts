import type { Money } from '@cambio/wire/Money.ts'

/** A tester's coins on a sandbox's chain, to pay with. */
export type TestWallet = {
  /** Sends coins to an address. @throws Error when the node refuses the payment */
  send(payment: { readonly to: string; readonly amount: Money }): Promise<{ readonly txid: string }>
}
