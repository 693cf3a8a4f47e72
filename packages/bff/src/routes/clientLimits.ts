import { effectiveLevel, limitLeft, TURNOVER_SPAN_MS, type Client } from '@cambio/exchange/client/Client.ts'
import { atMid } from '@cambio/exchange/price/euro.ts'
import type { Prices } from '@cambio/exchange/price/RateSource.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { PayinGroup } from '@cambio/wire/Payment.ts'
import type { ClientLimits } from '@cambio/wire/Quote.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { Stores } from '../store/stores.ts'

/** What a client may still pay in by one way of paying, in EUR. Only while the client is held does it stay so. */
export async function euroLimit(
  { catalogue, clock }: Pick<Exchange, 'catalogue' | 'clock'>,
  { clients }: Pick<Stores, 'clients'>,
  { client, group }: { client: Client; group: PayinGroup },
): Promise<Money.Money> {
  const since = new Date(clock.now().getTime() - TURNOVER_SPAN_MS)
  const turnover = await clients.turnoverEurCents(client.id, since)
  return { units: limitLeft(catalogue.now().caps[group], client, turnover), currency: 'EUR' }
}

/**
 * The same beside a price: in the currency that is paid in, at the mid price, rounded down so that it never says more
 * than will be taken.
 * @throws Refusal rate_unavailable
 */
export async function clientLimits(
  exchange: Pick<Exchange, 'catalogue' | 'clock'>,
  stores: Pick<Stores, 'clients'>,
  input: { client: Client; group: PayinGroup; currency: string; prices: Prices },
): Promise<ClientLimits> {
  const left = await euroLimit(exchange, stores, input)
  return {
    client_limit_in_payin_currency: Money.format(atMid(left, input.currency, input.prices)),
    verification_level: effectiveLevel(input.client),
  }
}
