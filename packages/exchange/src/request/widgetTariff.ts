import { tariffFor, type Snapshot } from '../catalogue/Catalogue.ts'
import type { Tariff } from '../catalogue/Tariff.ts'

/** Cached, because offers and prices are cached by the tariff object. */
const forAnyone = new WeakMap<Tariff, Tariff>()
const forClients = new WeakMap<Tariff, Tariff>()

/**
 * The tariff that the widget prices a partner's clients by. Nothing is paid into a balance there, only through the API,
 * and only a client who has signed in can pay from a balance.
 */
export function widgetTariff(snapshot: Snapshot, partnerId: string, clientId: string | null): Tariff {
  const tariff = tariffFor(snapshot, partnerId)
  const cache = clientId === null ? forAnyone : forClients
  const cached = cache.get(tariff)
  if (cached) return cached
  const { balance, ...outside } = tariff.payin
  const payin = clientId === null || !balance ? outside : { ...outside, balance }
  const narrowed = { ...tariff, payin, payout: tariff.payout.filter(({ group }) => group !== 'balance') }
  cache.set(tariff, narrowed)
  return narrowed
}
