import { route } from '../http/route.ts'
import { AskPurchaseUrl, PurchaseUrl, ShopAvailability } from '../partner/ShopPlugin.ts'

/** The routes for plugins of shop systems: the paths and fields of Switchere's plugin for WooCommerce. */
export const shopPlugin = {
  isAvailable: route({
    method: 'POST',
    path: '/api/v2/partner/ecommerce/is_available',
    caller: 'anyone',
    summary: 'Whether a shop’s orders can be paid here now; a body is not read',
    answer: ShopAvailability,
    refusals: [],
  }),
  purchaseUrl: route({
    method: 'POST',
    path: '/api/v2/partner/ecommerce/purchase_url',
    caller: 'partner',
    summary: 'Where the buyer pays for a shop’s order, whose proceeds go to your balance',
    body: AskPurchaseUrl,
    answer: PurchaseUrl,
    refusals: [
      'not_allowed',
      'amount_invalid',
      'pair_unavailable',
      'amount_out_of_bounds',
      'rate_unavailable',
      'partner_order_id_taken',
    ],
  }),
} as const
