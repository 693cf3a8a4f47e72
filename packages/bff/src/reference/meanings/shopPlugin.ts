import { AskPurchaseUrl, PurchaseUrl, ShopAvailability } from '@cambio/wire/partner/ShopPlugin.ts'
import { explain, type Explained } from './explain.ts'

export const shopPluginMeanings: readonly Explained[] = [
  explain(ShopAvailability, { is_available: 'Whether purchases in EUR or in USD can be paid now.' }),
  explain(AskPurchaseUrl, {
    plugin_name: 'The plugin, such as woocommerce. Kept in the order’s metadata.',
    partner_order_id:
      'The shop’s own number of its order. Sent again while that order is open, with the same amount, it gets the same url.',
    purchase_currency: 'What the buyer pays in and your balance receives.',
    purchase_amount: 'The order’s total. The buyer pays the fees on top of it.',
    client_email: 'The buyer’s address.',
    website: 'The shop’s address, at most 500 characters. Kept in the order’s metadata.',
  }),
  explain(PurchaseUrl, {
    success: 'Always 1. Any refusal has 0, which makes the plugin ask the buyer to try again.',
    partner_order_id: 'As it was sent.',
    url: 'The page where the buyer pays. It opens only this order.',
  }),
]
