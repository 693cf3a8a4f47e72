import type { PayoutGroup } from '@cambio/wire/Group.ts'
import type { Destination } from '../payout/destination.ts'

/** A place that an order of a client's own was paid to. */
export type PaidWallet = Destination & { readonly currency: string; readonly group: PayoutGroup }

/** The places that a client's own orders were paid to. What its partner ordered for it is not among them. */
export type PaidWallets = {
  /** The one that was paid last comes first. */
  list(clientId: string, most: number): Promise<readonly PaidWallet[]>
  /** @param wallet.currencies those that the same address takes */
  isPaid(
    clientId: string,
    wallet: Destination & { readonly currencies: readonly string[]; readonly group: PayoutGroup },
  ): Promise<boolean>
}
