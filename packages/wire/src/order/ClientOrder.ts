import * as z from 'zod/mini'
import { Group } from '../Group.ts'
import { Address, AmountInput, CurrencyCode, Flag, Memo } from '../http/field.ts'
import { CreatedOrder, OrderData } from './Order.ts'

/** An order that a partner's client places for itself, in its session. */
export const CreateClientOrder = z.strictObject({
  payin_currency: CurrencyCode,
  payin_amount: z.optional(AmountInput),
  payin_group: z.optional(Group),
  payout_currency: CurrencyCode,
  payout_amount: z.optional(AmountInput),
  payout_group: z.optional(Group),
  dst_address: z.optional(Address),
  memo: z.optional(Memo),
  coupon: z.optional(z.string().check(z.maxLength(64))),
  free_first: z.optional(Flag),
})
export type CreateClientOrder = z.infer<typeof CreateClientOrder>

/** The answer to such a create. */
export const CreatedClientOrder = z.omit(CreatedOrder, { partner_order_id: true, metadata: true })

/** An order as its client sees it, without what concerns only the partner. */
export const ClientOrderData = z.omit(OrderData, {
  partner_order_id: true,
  payib_method: true,
  substatus: true,
  child_order_id: true,
  child_payin_amount: true,
  child_payin_currency: true,
  child_payout_amount: true,
  child_payout_currency: true,
  child_order_status: true,
  child_order_substatus: true,
  metadata: true,
})
export type ClientOrderData = z.infer<typeof ClientOrderData>
