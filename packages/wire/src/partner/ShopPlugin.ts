import * as z from 'zod/mini'
import { AmountInput, Email, PartnerId } from '../http/field.ts'
import { PurchaseCurrency } from '../order/Order.ts'

/* What a plugin of a shop system sends and reads: the fields of Switchere's plugin for WooCommerce. */

/** Whether purchases can be paid here now. */
export const ShopAvailability = z.object({ is_available: z.boolean() })

/** A shop's order that its buyer pays here. */
export const AskPurchaseUrl = z.strictObject({
  plugin_name: z
    .string()
    .check(
      z.regex(/^[A-Za-z0-9_.-]{1,64}$/, 'Use 1 to 64 of A-Z, a-z, 0-9, ., _ and -, such as woocommerce'),
    ),
  partner_order_id: PartnerId,
  purchase_currency: PurchaseCurrency,
  purchase_amount: AmountInput,
  client_email: z.optional(Email),
  /** Stored in the order's metadata, whose values are at most this long. */
  website: z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(500))),
})
export type AskPurchaseUrl = z.infer<typeof AskPurchaseUrl>

/** Where the buyer pays for a shop's order. */
export const PurchaseUrl = z.object({
  success: z.literal(1),
  partner_order_id: z.string(),
  /** The order's page. Its key opens this order alone. */
  url: z.url(),
})
