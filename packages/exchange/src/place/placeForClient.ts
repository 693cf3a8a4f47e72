import type { CreateClientOrder } from '@cambio/wire/ClientOrder.ts'
import { tariffFor, type Catalogue } from '../catalogue/Catalogue.ts'
import type { AccountStore } from '../client/Account.ts'
import type { Client } from '../client/Client.ts'
import type { ClientStore } from '../client/ClientStore.ts'
import { checkCountry } from '../country/checkCountry.ts'
import type { Partner } from '../partner/Partner.ts'
import { destinationOf, type Mode } from '../payout/destination.ts'
import { choosePair } from '../price/choosePair.ts'
import type { CouponStore } from '../price/CouponStore.ts'
import { discountFor } from '../price/discount.ts'
import { quotePair } from '../price/quotePair.ts'
import type { RateSource } from '../price/RateSource.ts'
import { MOST_UNPAID, place, type Placed, type PlaceDeps } from './place.ts'

/**
 * Places an order that a partner's client asks for by its session: priced now, and waiting for the client to pay. For
 * the partner its id is the order's own.
 * @throws Refusal with what the route promises; nothing was placed then
 */
export async function placeForClient(
  deps: PlaceDeps & {
    rates: RateSource
    catalogue: Catalogue
    mode: Mode
    clients: Pick<ClientStore, 'orderCount'>
    accounts: Pick<AccountStore, 'findByEmail'>
    coupons: CouponStore
  },
  input: { partner: Partner; client: Client; clientIp: string; asked: CreateClientOrder },
): Promise<Placed> {
  const { partner, client, clientIp, asked } = input
  const snapshot = deps.catalogue.now()
  const tariff = tariffFor(snapshot, partner.id)
  const pair = choosePair(tariff, asked)
  const country = await countryOf(deps, client)
  if (country !== null) checkCountry(snapshot.countries, country, pair.payinGroup === 'card')
  const destination = destinationOf(
    { currency: pair.payout, group: pair.payoutGroup },
    { ...asked, clientId: client.id },
    deps.mode,
  )
  for (;;) {
    const discount = await discountFor(deps, {
      partner,
      clientId: client.id,
      coupon: asked.coupon,
      freeFirst: asked.free_first ?? true,
    })
    const { quote } = await quotePair(deps, tariff, asked, discount)
    const placed = await place(deps, {
      partner,
      partnerOrderId: null,
      requestId: null,
      origin: 'client',
      client,
      child: null,
      shownUntil: null,
      asFirst: discount.asFirst,
      mostUnpaid: pair.payinGroup === 'balance' ? null : MOST_UNPAID,
      quote,
      destination,
      purchase: null,
      coupon: asked.coupon ?? null,
      floating: false,
      clientIp,
      remoteCountry: null,
      begin: () => null,
    })
    // Another order became the first meanwhile, which the next discount knows.
    if (placed !== 'not_first') return placed
  }
}

/** Where the client lives, as it said itself or else its partner; null when nobody has. */
async function countryOf(
  { accounts }: { accounts: Pick<AccountStore, 'findByEmail'> },
  { partnerId, email, payer }: Client,
): Promise<string | null> {
  if (payer) return payer.country
  const account = await accounts.findByEmail(partnerId, email)
  return account?.profile.country ?? null
}
