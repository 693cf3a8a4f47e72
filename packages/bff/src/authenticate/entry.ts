import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import type { WidgetRequest } from '@cambio/exchange/request/WidgetRequest.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Stores } from '../store/stores.ts'
import { checkServed } from './checkServed.ts'

/** What a widget was opened by: a request, with its order if it has one, or an order's own secret. */
export type Opened =
  | {
      readonly kind: 'request'
      readonly partner: Partner
      readonly request: WidgetRequest
      readonly order: Order | null
    }
  | { readonly kind: 'order'; readonly partner: Partner; readonly request: null; readonly order: Order }

/**
 * Opens the entry of a widget. A malformed entry is refused like an unknown one. So are requests of a suspended
 * partner, but its orders still open: their buyers must see what happens to their money.
 * @throws Refusal request_unknown, order_unknown, partner_moved, partner_suspended
 */
export async function openEntry(
  stores: Pick<Stores, 'orders' | 'partners' | 'requests'>,
  entry: string,
): Promise<Opened> {
  if (!/^[A-Za-z0-9_~-]{16,128}$/.test(entry)) throw requestUnknown()
  const [id = '', secret] = entry.split('~')
  if (secret !== undefined) {
    const order = await stores.orders.findBySecret(id, secret)
    if (!order) throw new Refusal('order_unknown', 'There is no order at this address')
    return { kind: 'order', partner: await partnerOf(stores, order), request: null, order }
  }
  const request = await stores.requests.find(id)
  if (!request) throw requestUnknown()
  const order = request.orderId === null ? undefined : await stores.orders.find(request.orderId)
  const partner = await partnerOf(stores, request)
  if (!order) checkServed(partner)
  return { kind: 'request', partner, request, order: order ?? null }
}

/** The request that was opened. @throws Refusal request_unknown if an order was opened */
export function requestOf({ request }: Opened): WidgetRequest {
  if (request) return request
  throw new Refusal(
    'request_unknown',
    'This request already has an order; its choices can no longer be changed',
  )
}

function requestUnknown(): Refusal {
  return new Refusal('request_unknown', 'There is no widget request at this address')
}

async function partnerOf(
  stores: Pick<Stores, 'partners'>,
  { partnerId }: { partnerId: string },
): Promise<Partner> {
  const partner = await stores.partners.find(partnerId)
  if (!partner) throw new Error(`There is no partner ${partnerId}`)
  return partner
}
