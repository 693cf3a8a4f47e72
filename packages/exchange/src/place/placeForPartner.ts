import * as Currency from '@cambio/wire/Currency.ts'
import type { Money } from '@cambio/wire/Money.ts'
import type { CreateOrder } from '@cambio/wire/Order.ts'
import { fieldRefusal } from '@cambio/wire/Problem.ts'
import { tariffFor, type Catalogue } from '../catalogue/Catalogue.ts'
import { checkCountry } from '../country/checkCountry.ts'
import { destinationOf, type Mode } from '../payout/destination.ts'
import { discountFor } from '../price/discount.ts'
import type { Order } from '../order/Order.ts'
import type { Partner } from '../partner/Partner.ts'
import { place, type PlaceDeps } from './place.ts'
import type { RateSource } from '../price/RateSource.ts'
import type { ClientStore } from '../client/ClientStore.ts'
import type { CouponStore } from '../price/CouponStore.ts'
import { inEur } from '../price/euro.ts'
import { chooseGroup, currencyOf } from '../price/choosePair.ts'
import { quotePair } from '../price/quotePair.ts'
import { readAmount } from '../price/readAmount.ts'
import { step } from '../order/step.ts'

/**
 * Places an order a partner creates for its client: priced now, `processing` when the answer goes out.
 * @returns the order, and the secret that opens its page, which is kept nowhere else
 * @throws Refusal with what the route promises; nothing was placed then
 */
export async function placeForPartner(
  deps: PlaceDeps & {
    rates: RateSource
    catalogue: Catalogue
    mode: Mode
    clients: Pick<ClientStore, 'findOrMake' | 'orderCount'>
    coupons: CouponStore
  },
  { partner, asked }: { partner: Partner; asked: CreateOrder },
): Promise<{ order: Order; secret: string }> {
  const byCard = asked.payin_group === undefined || asked.payin_group === 'card'
  const snapshot = deps.catalogue.now()
  const tariff = tariffFor(snapshot, partner.id)
  checkCountry(snapshot.countries, asked.remote_country, byCard, ['remote_country'])
  checkCombination(asked)
  const currency = currencyOf(asked.payout_currency, 'payout_currency')
  const group = chooseGroup(tariff, 'payout', currency, asked.payout_group)
  const destination = destinationOf({ currency, group }, asked, deps.mode)
  const client =
    asked.client_email === undefined ? null : await deps.clients.findOrMake(partner.id, asked.client_email)
  for (;;) {
    const discount = await discountFor(deps, {
      partner,
      clientId: client?.id ?? null,
      coupon: asked.coupon,
      freeFirst: asked.free_first ?? true,
    })
    const { quote } = await quotePair(deps, tariff, asked, discount)
    const purchase = await coveredPurchase(deps, asked, quote.payout)
    const placed = await place(deps, {
      partner,
      partnerOrderId: asked.partner_order_id,
      requestId: null,
      origin: 'partner',
      client,
      asFirst: discount.asFirst,
      mostUnpaid: null,
      quote,
      destination,
      purchase,
      coupon: asked.coupon ?? null,
      floating: asked.is_floating_rate ?? false,
      clientIp: asked.client_ip,
      remoteCountry: asked.remote_country,
      begin: (order) => step(order, { is: 'started' }, order.createdAt),
    })
    // Another order became the first meanwhile, which the next discount knows.
    if (placed !== 'not_first') return placed
  }
}

function checkCombination(asked: CreateOrder): void {
  const fixing = (['payout_amount', 'purchase_amount'] as const).filter((field) => asked[field] !== undefined)
  if (asked.is_floating_rate && fixing.length > 0)
    throw fieldRefusal(
      'floating_needs_payin',
      ['is_floating_rate', ...fixing],
      'A floating rate goes with payin_amount alone',
    )
  if ((asked.purchase_amount === undefined) === (asked.purchase_currency === undefined)) return
  const [there, missing] =
    asked.purchase_amount === undefined
      ? ['purchase_currency', 'purchase_amount']
      : ['purchase_amount', 'purchase_currency']
  throw fieldRefusal('field_requires', [there, missing], `${there} and ${missing} go together: give both`)
}

/** A merchant order's purchase, which the pay-out at the mid rate must cover. @throws Refusal purchase_not_covered */
async function coveredPurchase(
  deps: { rates: RateSource },
  asked: CreateOrder,
  payout: Money,
): Promise<Money | null> {
  if (asked.purchase_currency === undefined) return null
  const purchase = readAmount(asked.purchase_amount, Currency.get(asked.purchase_currency), 'purchase_amount')
  if (!purchase) return null
  const prices = await deps.rates.prices()
  if (inEur(payout, prices).units >= inEur(purchase, prices).units) return purchase
  throw fieldRefusal(
    'purchase_not_covered',
    ['purchase_amount'],
    'The pay-out at the mid rate is worth less than the purchase',
  )
}
