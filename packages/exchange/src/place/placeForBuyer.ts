import * as Currency from '@cambio/wire/Currency.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import type { Client } from '../client/Client.ts'
import { checkCountry } from '../country/checkCountry.ts'
import type { Order } from '../order/Order.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import type { Partner } from '../partner/Partner.ts'
import { payinTraits } from '../payin/traits/PayinTraits.ts'
import { destinationOf, type DestinationDeps } from '../payout/destination.ts'
import type { StoredQuote, QuoteStore } from '../request/QuoteStore.ts'
import { hasEnded, type WidgetRequest } from '../request/WidgetRequest.ts'
import { checkKnownWallet } from './checkKnownWallet.ts'
import type { PaidWallets } from './PaidWallets.ts'
import { mostUnpaid, place, type PlaceDeps } from './place.ts'

/**
 * Thrown when the named quote has expired or is another buyer's. The caller answers with a fresh quote on the same
 * terms.
 */
export class QuoteExpired extends Error {
  override readonly name = 'QuoteOver'
  readonly storedQuote: StoredQuote
  /**
   * Whether the fresh quote may waive the service fee as for the buyer's first order; false once it turned out not to
   * be the first.
   */
  readonly mayBeFirst: boolean

  constructor(storedQuote: StoredQuote, mayBeFirst: boolean) {
    super('The quoted price has expired')
    this.storedQuote = storedQuote
    this.mayBeFirst = mayBeFirst
  }
}

/**
 * Places the order of a widget request at a quoted price. A repeated call of the same buyer returns the existing order.
 * @throws QuoteExpired; Refusal with one of the route's codes
 */
export async function placeForBuyer(
  deps: PlaceDeps &
    DestinationDeps & {
      orders: Pick<OrderStore, 'find' | 'place'>
      quotes: Pick<QuoteStore, 'find'>
      paidWallets: Pick<PaidWallets, 'isPaid'>
      catalogue: Catalogue
    },
  input: {
    request: WidgetRequest
    partner: Partner
    client: Client
    /** Whether a mailed code or a login identified the buyer, and not only their device. */
    isConfirmed: boolean
    quoteId: string
    dst_address: string | undefined
    memo: string | undefined
    clientIp: string
  },
): Promise<Order> {
  const { request, partner, client } = input
  const placedBefore = request.orderId === null ? undefined : await deps.orders.find(request.orderId)
  if (placedBefore?.clientId === client.id) return placedBefore
  if (request.orderId !== null) throw new Refusal('request_used')
  if (hasEnded(request, deps.now())) throw new Refusal('request_expired')
  const storedQuote = await deps.quotes.find(input.quoteId)
  if (!storedQuote || storedQuote.requestId !== request.id)
    throw new Refusal('quote_expired', 'This quote is unknown; request a new one')
  if (deps.now() >= storedQuote.expiresAt || !isFor(client, storedQuote))
    throw new QuoteExpired(storedQuote, true)
  const { payinGroup } = storedQuote.quote
  const { isFromBalance, isByCard } = payinTraits[payinGroup]
  // A client who pays from a balance entered their details when they paid in.
  if (!client.payer && !isFromBalance) throw new Refusal('payer_required')
  if (client.payer) checkCountry(deps.catalogue.now().countries, client.payer.country, isByCard)
  const { payout, payoutGroup } = storedQuote.quote
  const destination = destinationOf(
    deps,
    { currency: Currency.get(payout.currency), group: payoutGroup },
    { dst_address: request.fields.dst_address ?? input.dst_address, memo: input.memo, clientId: client.id },
  )
  if (!input.isConfirmed)
    await checkKnownWallet(deps, {
      clientId: client.id,
      currency: payout.currency,
      group: payoutGroup,
      destination,
    })
  const placed = await place(deps, {
    partner,
    partnerOrderId: request.partnerOrderId,
    requestId: request.id,
    origin: 'widget',
    client,
    child: null,
    shownUntil: storedQuote.expiresAt,
    asFirst: storedQuote.asFirst,
    mostUnpaid: mostUnpaid(payinGroup),
    quote: storedQuote.quote,
    destination,
    purchase: null,
    coupon: storedQuote.coupon,
    floating: false,
    clientIp: input.clientIp,
    remoteCountry: client.loginCountry,
    metadata: request.fields.metadata ?? {},
    begin: () => null,
  })
  if (placed === 'not_first') throw new QuoteExpired(storedQuote, false)
  return placed.order
}

/** Whether a client may use a quote: one made before sign-in has no discount, and anyone may use it. */
function isFor(client: Client, { clientId }: StoredQuote): boolean {
  return clientId === null || clientId === client.id
}
