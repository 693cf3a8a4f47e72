import { chart } from '@cambio/exchange/books/chart.ts'
import { isCapped, type CappedGroup } from '@cambio/exchange/catalogue/Caps.ts'
import { capsFor } from '@cambio/exchange/catalogue/Catalogue.ts'
import { effectiveLevel, limitLeft, TURNOVER_SPAN_MS, type Client } from '@cambio/exchange/client/Client.ts'
import { atMid } from '@cambio/exchange/price/euro.ts'
import type { Prices } from '@cambio/exchange/price/RateSource.ts'
import type { PayinGroup } from '@cambio/wire/Group.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { ClientLimits } from '@cambio/wire/order/Quote.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { Stores } from '../store/stores.ts'

/** What a client may still pay in by one way, in EUR. Another order may use it up at any time. */
export async function euroLimit(
  { catalogue, clock }: Pick<Exchange, 'catalogue' | 'clock'>,
  { clients }: Pick<Stores, 'clients'>,
  { client, group }: { client: Client; group: CappedGroup },
): Promise<Money.Money> {
  const since = new Date(clock.now().getTime() - TURNOVER_SPAN_MS)
  const turnover = await clients.turnoverEurCents(client.id, since)
  return {
    units: limitLeft(capsFor(catalogue.now(), client.partnerId)[group], client, turnover),
    currency: 'EUR',
  }
}

/**
 * A client's limits beside a price: in the currency that is paid in, at the mid price, rounded down so that it never
 * shows more than will be accepted. From a balance, the limit is the balance itself.
 * @throws Refusal rate_unavailable
 */
export async function clientLimits(
  exchange: Pick<Exchange, 'catalogue' | 'clock'>,
  stores: Pick<Stores, 'balances' | 'clients'>,
  input: { client: Client; group: PayinGroup; currency: string; prices: Prices },
): Promise<ClientLimits> {
  const { client, group, currency, prices } = input
  const left = isCapped(group)
    ? atMid(await euroLimit(exchange, stores, { client, group }), currency, prices)
    : await stores.balances.of(chart.clientBalance(client.id), currency)
  return {
    client_limit_in_payin_currency: Money.format(left),
    verification_level: effectiveLevel(client),
  }
}
