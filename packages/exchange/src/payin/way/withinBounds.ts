import type { Money } from '@cambio/wire/Money.ts'
import { tariffFor, type Catalogue } from '../../catalogue/Catalogue.ts'
import type { Order } from '../../order/Order.ts'
import { fromEur } from '../../price/euro.ts'
import type { Prices } from '../../price/RateSource.ts'

/**
 * Compares a received amount with today's bounds of its way of paying. A way that is no longer offered has none.
 * @throws Refusal rate_unavailable
 */
export function withinBounds(
  { catalogue }: { catalogue: Catalogue },
  { partnerId, quote }: Order,
  { units, currency }: Money,
  prices: Prices,
): 'below' | 'within' | 'above' {
  const bounds = tariffFor(catalogue.now(), partnerId).payin[quote.payinGroup]
  if (!bounds) return 'within'
  if (units < fromEur(bounds.minEurCents, currency, prices).units) return 'below'
  return units > fromEur(bounds.maxEurCents, currency, prices).units ? 'above' : 'within'
}
