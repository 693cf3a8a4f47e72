import * as Currency from '@cambio/wire/Currency.ts'
import { fieldRefusal, Refusal } from '@cambio/wire/http/Problem.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { Bounds } from '@cambio/wire/order/Quote.ts'
import type { AskPurchaseUrl } from '@cambio/wire/partner/ShopPlugin.ts'
import { tariffFor } from '../catalogue/Catalogue.ts'
import { groupsFor, isSold } from '../catalogue/offer.ts'
import type { Tariff } from '../catalogue/Tariff.ts'
import { hasEnded, type Order } from '../order/Order.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import type { Partner } from '../partner/Partner.ts'
import { coveringAtMid } from '../price/euro.ts'
import { OutOfBounds } from '../price/OutOfBounds.ts'
import type { Prices } from '../price/RateSource.ts'
import { readAmount } from '../price/readAmount.ts'
import { placeForPartner, type PartnerTerms } from './placeForPartner.ts'

type Deps = Parameters<typeof placeForPartner>[0] & {
  readonly orders: Pick<OrderStore, 'findByPartnerOrderId'>
}

/**
 * Places a merchant order for a shop's order: the buyer pays in the purchase's currency, and the proceeds, which cover
 * the purchase, go to the partner's balance. A repeated call while the order is open returns the same order.
 * @param input.clientIp the shop's own address: its plugin does not send the buyer's
 * @throws Refusal not_allowed without settlement to the balance; amount_invalid, amount_precision, pair_unavailable,
 * amount_out_of_bounds, rate_unavailable, partner_order_id_taken; nothing was placed then
 */
export async function placePurchase(
  deps: Deps,
  { partner, body, clientIp }: { partner: Partner; body: AskPurchaseUrl; clientIp: string },
): Promise<Order> {
  if (partner.settlement !== 'balance') throw notSettled()
  const price = readAmount(body.purchase_amount, Currency.get(body.purchase_currency), 'purchase_amount')
  if (!price) throw new Error('A purchase has an amount')
  const { partner_order_id: partnerOrderId } = body
  const before = await deps.orders.findByPartnerOrderId(partner.id, partnerOrderId)
  if (before && !hasEnded(before) && before.purchase && Money.equal(before.purchase, price)) return before
  // All at one price: a price that moves in between would leave the purchase uncovered.
  const prices = await deps.rates.prices()
  const way = purchaseWay(tariffFor(deps.catalogue.now(), partner.id), prices, body.purchase_currency)
  if (!way)
    throw fieldRefusal(
      'pair_unavailable',
      ['purchase_currency'],
      `Purchases are not paid in ${body.purchase_currency} now; no order was placed`,
    )
  const terms: PartnerTerms = {
    ...way,
    partner_order_id: partnerOrderId,
    payin_currency: body.purchase_currency,
    payout_amount: Money.format(coveringAtMid(price, way.payout_currency, prices)),
    purchase_currency: body.purchase_currency,
    purchase_amount: body.purchase_amount,
    client_email: body.client_email,
    client_ip: clientIp,
    remote_country: null,
    metadata: {
      plugin_name: body.plugin_name,
      ...(body.website !== undefined && { website: body.website }),
    },
  }
  const rates = { prices: () => Promise.resolve(prices) }
  try {
    return (await placeForPartner({ ...deps, rates }, { partner, terms })).order
  } catch (error) {
    throw error instanceof OutOfBounds ? outOfBounds(error.bounds, body.purchase_currency) : error
  }
}

/** The refusal of a purchase by what its buyer would pay: the shop asks for no pay-out. */
function outOfBounds(bounds: Bounds, currency: string): Refusal {
  const { payin_min_amount: least, payin_max_amount: most } = bounds
  const detail = `A purchase costs its buyer, with the fees, between ${least} and ${most} ${currency}; no order was placed`
  return fieldRefusal('amount_out_of_bounds', ['purchase_amount'], detail, { bounds })
}

/** How a purchase in a currency is paid: by the first way in, with a coin that has a price and is sold at once; undefined for none. */
export function purchaseWay(
  tariff: Tariff,
  { eur }: Prices,
  currency: AskPurchaseUrl['purchase_currency'],
): (Pick<PartnerTerms, 'payin_group' | 'payout_group'> & { readonly payout_currency: string }) | undefined {
  const payin = Currency.get(currency)
  const payinGroup = groupsFor(tariff, 'payin', payin).find((group) => group !== 'balance')
  if (payinGroup === undefined) return undefined
  const coin = Currency.currencies.find(
    (payout) =>
      eur.has(payout.code) &&
      groupsFor(tariff, 'payout', payout).includes('crypto') &&
      isSold(tariff, { payin, payinGroup, payout, payoutGroup: 'crypto' }),
  )
  return coin && { payin_group: payinGroup, payout_currency: coin.code, payout_group: 'crypto' }
}

function notSettled(): Refusal {
  return new Refusal(
    'not_allowed',
    'A shop’s orders are settled to your balance, which the operator has to allow first; no order was placed',
  )
}
