import * as Currency from '@cambio/wire/Currency.ts'
import type { PayoutGroup } from '@cambio/wire/Group.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Destination } from '../payout/destination.ts'
import { payoutTraitsOf } from '../payout/traits/PayoutTraits.ts'
import type { PaidWallets } from './PaidWallets.ts'

/**
 * Lets a buyer whom a remembered device signed in place an order only to a wallet that was paid before, or to their
 * balance. A new wallet always needs the e-mail code, since another person may have the device.
 * @throws Refusal code_required
 */
export async function checkKnownWallet(
  { paidWallets }: { paidWallets: Pick<PaidWallets, 'isPaid'> },
  {
    clientId,
    currency,
    group,
    destination,
  }: { clientId: string; currency: string; group: PayoutGroup; destination: Destination },
): Promise<void> {
  if (payoutTraitsOf(group).isToBalance) return
  const currencies = sharing(Currency.get(currency))
  if (await paidWallets.isPaid(clientId, { ...destination, currencies, group })) return
  throw new Refusal('code_required', 'A new wallet requires the e-mail code; no order was placed')
}

/** The currencies that one address can receive: those of its network, or the single one without a network. */
function sharing({ code, network }: Currency.Currency): readonly string[] {
  if (network === null) return [code]
  return Currency.currencies.filter((each) => each.network === network).map((each) => each.code)
}
