import type { CreateClientOrder } from '@cambio/wire/order/ClientOrder.ts'
import { tariffFor, type Catalogue } from '../catalogue/Catalogue.ts'
import type { Client } from '../client/Client.ts'
import type { ClientStore } from '../client/ClientStore.ts'
import { checkCountry } from '../country/checkCountry.ts'
import type { Partner } from '../partner/Partner.ts'
import { payinTraits } from '../payin/traits/PayinTraits.ts'
import { destinationOf, type DestinationDeps } from '../payout/destination.ts'
import { choosePair } from '../price/choosePair.ts'
import type { CouponStore } from '../price/CouponStore.ts'
import { discountFor } from '../price/discount.ts'
import { quotePair } from '../price/quotePair.ts'
import type { RateSource } from '../price/RateSource.ts'
import { mostUnpaid, place, type Placed, type PlaceDeps } from './place.ts'

/**
 * Places an order that a partner's client requests in its session: priced now, and waiting for the client to pay. The
 * partner's id of it is the order's own.
 * @throws Refusal with one of the route's codes; nothing was placed then
 */
export async function placeForClient(
  deps: PlaceDeps &
    DestinationDeps & {
      rates: RateSource
      catalogue: Catalogue
      clients: Pick<ClientStore, 'hasOrdered'>
      coupons: CouponStore
    },
  input: { partner: Partner; client: Client; clientIp: string; terms: CreateClientOrder },
): Promise<Placed> {
  const { partner, client, clientIp, terms } = input
  const snapshot = deps.catalogue.now()
  const tariff = tariffFor(snapshot, partner.id)
  const pair = choosePair(tariff, terms)
  const country = client.payer?.country ?? client.registeredCountry
  if (country !== null) checkCountry(snapshot.countries, country, payinTraits[pair.payinGroup].isByCard)
  const destination = destinationOf(
    deps,
    { currency: pair.payout, group: pair.payoutGroup },
    { ...terms, clientId: client.id },
  )
  let freeFirst = terms.free_first ?? true
  for (;;) {
    const discount = await discountFor(deps, {
      partner,
      clientId: client.id,
      coupon: terms.coupon,
      freeFirst,
    })
    const { quote } = await quotePair(deps, tariff, terms, discount)
    const placed = await place(deps, {
      partner,
      partnerOrderId: null,
      requestId: null,
      origin: 'client',
      client,
      child: null,
      shownUntil: null,
      asFirst: discount.asFirst,
      mostUnpaid: mostUnpaid(pair.payinGroup),
      quote,
      destination,
      purchase: null,
      metadata: {},
      coupon: terms.coupon ?? null,
      floating: false,
      clientIp,
      remoteCountry: client.loginCountry,
      begin: () => null,
    })
    // It is not a first order after all: the next round prices it without that discount.
    if (placed !== 'not_first') return placed
    freeFirst = false
  }
}
