import * as Currency from '@cambio/wire/Currency.ts'
import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import type { Money } from '@cambio/wire/Money.ts'
import type { CreateOrder } from '@cambio/wire/order/Order.ts'
import type { Change } from '../books/Change.ts'
import type { Caps } from '../catalogue/Caps.ts'
import { capsFor, tariffFor, type Catalogue } from '../catalogue/Catalogue.ts'
import { newOrderId } from '../cell/Cell.ts'
import type { AccountStore } from '../client/Account.ts'
import type { Client } from '../client/Client.ts'
import type { ClientStore } from '../client/ClientStore.ts'
import { checkCountry } from '../country/checkCountry.ts'
import { clientNeededFirst } from '../limit/clientNeeded.ts'
import { step } from '../order/life/step.ts'
import type { Order } from '../order/Order.ts'
import type { Partner } from '../partner/Partner.ts'
import { payinTraits } from '../payin/traits/PayinTraits.ts'
import { destinationOf, type DestinationDeps } from '../payout/destination.ts'
import { payoutTraitsOf } from '../payout/traits/PayoutTraits.ts'
import { choosePair } from '../price/choosePair.ts'
import type { CouponStore } from '../price/CouponStore.ts'
import { discountFor } from '../price/discount.ts'
import { atMid, inEur } from '../price/euro.ts'
import type { Pair } from '../price/Pair.ts'
import { quotePair } from '../price/quotePair.ts'
import type { RateSource } from '../price/RateSource.ts'
import { readAmount } from '../price/readAmount.ts'
import { withoutTransfers } from '../price/withoutTransfers.ts'
import { place, type Placed, type PlaceDeps } from './place.ts'

/** An order as a partner requests it; without a country where the partner does not know the buyer's location. */
export type PartnerTerms = Omit<CreateOrder, 'remote_country'> & { readonly remote_country: string | null }

/**
 * Places an order that a partner creates for its client. It is priced now and becomes `processing`. An order without a
 * client becomes `pending` where live has to identify its buyer before money is paid in.
 * @throws Refusal one of the route's codes; nothing was placed then
 */
export async function placeForPartner(
  deps: PlaceDeps &
    DestinationDeps & {
      rates: RateSource
      catalogue: Catalogue
      clients: Pick<ClientStore, 'findOrMake' | 'hasOrdered'>
      accounts: Pick<AccountStore, 'findByEmail'>
      coupons: CouponStore
      /** The address of an order's page. */
      orderUrl: (orderId: string) => string
    },
  { partner, terms }: { partner: Partner; terms: PartnerTerms },
): Promise<Placed> {
  const snapshot = deps.catalogue.now()
  const partnerTariff = tariffFor(snapshot, partner.id)
  const isSold = isSoldForPartner(partner, terms)
  const tariff = isSold ? withoutTransfers(partnerTariff) : partnerTariff
  const pair = choosePair(tariff, terms)
  const { isByCard } = payinTraits[pair.payinGroup]
  if (terms.remote_country !== null)
    checkCountry(snapshot.countries, terms.remote_country, isByCard, ['remote_country'])
  checkCombination(terms)
  const client = await clientOf(deps, partner, terms, usesBalance(pair, isSold))
  const childId = isSold ? newOrderId(deps) : null
  const destination =
    childId === null
      ? destinationOf(
          deps,
          { currency: pair.payout, group: pair.payoutGroup },
          { ...terms, clientId: client?.id },
        )
      : { address: childId, memo: null }
  let freeFirst = terms.free_first ?? true
  for (;;) {
    const discount = await discountFor(deps, {
      partner,
      clientId: client?.id ?? null,
      coupon: terms.coupon,
      freeFirst,
    })
    const { quote } = await quotePair(deps, tariff, terms, discount)
    const purchase = await coveredPurchase(deps, terms, quote.payout)
    const child = childId === null || !purchase ? null : { id: childId, proceeds: purchase.proceeds }
    const placed = await place(deps, {
      partner,
      partnerOrderId: terms.partner_order_id,
      requestId: null,
      origin: 'partner',
      client,
      child,
      shownUntil: null,
      asFirst: discount.asFirst,
      mostUnpaid: null,
      quote,
      destination,
      purchase: purchase?.price ?? null,
      coupon: terms.coupon ?? null,
      floating: terms.is_floating_rate ?? false,
      clientIp: terms.client_ip,
      remoteCountry: terms.remote_country,
      metadata: terms.metadata ?? {},
      begin: (order) => begun(deps, capsFor(snapshot, partner.id), order),
    })
    // Another order of the client was placed first: price this one again, without the discount of a first order.
    if (placed !== 'not_first') return placed
    freeFirst = false
  }
}

/** Starts an order. It waits for its client where it cannot be paid before it has one. */
function begun(
  deps: DestinationDeps & { orderUrl: (orderId: string) => string; now: () => Date },
  caps: Caps,
  order: Order,
): Change<Order> | null {
  const started = step(order, { is: 'started' }, order.createdAt)
  const needed = started && clientNeededFirst(deps, caps, started.next)
  return needed ? step(started.next, needed, order.createdAt) : started
}

/** Whether the coins of this purchase are sold to the partner's balance: only where it names no address. */
function isSoldForPartner({ settlement }: Partner, terms: PartnerTerms): boolean {
  return settlement === 'balance' && terms.purchase_currency !== undefined && terms.dst_address === undefined
}

/** Whether an order is paid from or into its client's balance. */
function usesBalance({ payinGroup, payoutGroup }: Pair, isSold: boolean): boolean {
  return payinTraits[payinGroup].isFromBalance || (payoutTraitsOf(payoutGroup).isToBalance && !isSold)
}

/** The order's client. A balance needs a client that the partner has registered. @throws Refusal client_unknown */
async function clientOf(
  deps: { clients: Pick<ClientStore, 'findOrMake'>; accounts: Pick<AccountStore, 'findByEmail'> },
  partner: Partner,
  { client_email }: PartnerTerms,
  usesBalance: boolean,
): Promise<Client | null> {
  if (!usesBalance)
    return client_email === undefined ? null : deps.clients.findOrMake(partner.id, client_email)
  const account =
    client_email === undefined
      ? undefined
      : await deps.accounts.findByEmail(partner.id, client_email.toLowerCase())
  if (account) return account.client
  throw fieldRefusal(
    'client_unknown',
    ['client_email'],
    'Only a registered client has a balance: give client_email; no order was placed',
  )
}

function checkCombination(terms: PartnerTerms): void {
  const fixing = (['payout_amount', 'purchase_amount'] as const).filter((field) => terms[field] !== undefined)
  if (terms.is_floating_rate && fixing.length > 0)
    throw fieldRefusal(
      'floating_needs_payin',
      ['is_floating_rate', ...fixing],
      'A floating rate requires payin_amount and no other amount',
    )
  if ((terms.purchase_amount === undefined) === (terms.purchase_currency === undefined)) return
  const [there, missing] =
    terms.purchase_amount === undefined
      ? ['purchase_currency', 'purchase_amount']
      : ['purchase_amount', 'purchase_currency']
  throw fieldRefusal('field_requires', [there, missing], `${there} and ${missing} go together: give both`)
}

/**
 * The price of a merchant order's purchase, and the proceeds of its pay-out at the mid rate, which must cover the price.
 * @returns null for an order without a purchase
 * @throws Refusal purchase_not_covered
 */
async function coveredPurchase(
  deps: { rates: RateSource },
  terms: PartnerTerms,
  payout: Money,
): Promise<{ price: Money; proceeds: Money } | null> {
  if (terms.purchase_currency === undefined) return null
  const price = readAmount(terms.purchase_amount, Currency.get(terms.purchase_currency), 'purchase_amount')
  if (!price) return null
  const prices = await deps.rates.prices()
  if (inEur(payout, prices).units >= inEur(price, prices).units)
    return { price, proceeds: atMid(payout, price.currency, prices) }
  throw fieldRefusal(
    'purchase_not_covered',
    ['purchase_amount'],
    'The pay-out at the mid rate is worth less than the purchase',
  )
}
