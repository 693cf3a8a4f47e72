import { tariffFor, type Snapshot } from '../catalogue/Catalogue.ts'
import type { Tariff } from '../catalogue/Tariff.ts'
import { payoutTraitsOf } from '../payout/traits/PayoutTraits.ts'

/** Cached, because offers and prices are cached by the tariff object. */
const forAnyone = new WeakMap<Tariff, Tariff>()
const forClients = new WeakMap<Tariff, Tariff>()

/**
 * The tariff that prices a partner's clients in the widget. Balances are paid into only through the API. Only a client
 * who has signed in, or a request for a withdrawal, can pay from a balance.
 */
export function widgetTariff(snapshot: Snapshot, partnerId: string, fromBalance: boolean): Tariff {
  const tariff = tariffFor(snapshot, partnerId)
  const cache = fromBalance ? forClients : forAnyone
  const cached = cache.get(tariff)
  if (cached) return cached
  const { balance, ...outside } = tariff.payin
  const payin = !fromBalance || !balance ? outside : { ...outside, balance }
  const narrowed = {
    ...tariff,
    payin,
    payout: tariff.payout.filter(({ group }) => !payoutTraitsOf(group).isToBalance),
  }
  cache.set(tariff, narrowed)
  return narrowed
}
