import type { PayoutGroup } from '@cambio/wire/Group.ts'
import type { Destination } from '../payout/destination.ts'

/** A destination that one of a client's own orders was paid to. */
export type PaidWallet = Destination & { readonly currency: string; readonly group: PayoutGroup }

/** The destinations that a client's own orders were paid to, without orders that its partner created for it. */
export type PaidWallets = {
  /** Lists destinations, the one paid last first. */
  list(clientId: string, most: number): Promise<readonly PaidWallet[]>
  /** @param wallet.currencies the currencies that this address can receive */
  isPaid(
    clientId: string,
    wallet: Destination & { readonly currencies: readonly string[]; readonly group: PayoutGroup },
  ): Promise<boolean>
}
