import { tariffFor, type Snapshot } from '../catalogue/Catalogue.ts'
import type { Tariff } from '../catalogue/Tariff.ts'

/** Kept, since offers and prices are kept by tariff. */
const forAnyone = new WeakMap<Tariff, Tariff>()
const forClients = new WeakMap<Tariff, Tariff>()

/**
 * What a partner's clients are priced by in the widget, which pays nothing into balances: that is the API's.
 * Only a client that is known can pay from a balance.
 */
export function widgetTariff(snapshot: Snapshot, partnerId: string, clientId: string | null): Tariff {
  const tariff = tariffFor(snapshot, partnerId)
  const kept = clientId === null ? forAnyone : forClients
  const known = kept.get(tariff)
  if (known) return known
  const { balance, ...outside } = tariff.payin
  const payin = clientId === null || !balance ? outside : { ...outside, balance }
  const made = { ...tariff, payin, payout: tariff.payout.filter(({ group }) => group !== 'balance') }
  kept.set(tariff, made)
  return made
}
