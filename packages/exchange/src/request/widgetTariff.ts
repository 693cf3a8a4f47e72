import { tariffFor, type Snapshot } from '../catalogue/Catalogue.ts'
import type { Tariff } from '../catalogue/Tariff.ts'

/** Kept, since offers and prices are kept by tariff. */
const widgetTariffs = new WeakMap<Tariff, Tariff>()

/** What a partner's clients are priced by in the widget, which knows no balances and no deposits: those are the API's. */
export function widgetTariff(snapshot: Snapshot, partnerId: string): Tariff {
  const tariff = tariffFor(snapshot, partnerId)
  const known = widgetTariffs.get(tariff)
  if (known) return known
  const { balance: _balance, crypto: _crypto, ...payin } = tariff.payin
  const made = { ...tariff, payin, payout: tariff.payout.filter(({ group }) => group !== 'balance') }
  widgetTariffs.set(tariff, made)
  return made
}
