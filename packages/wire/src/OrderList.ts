import * as z from 'zod/mini'
import { UnixTimestamp, WholeNumber } from './field.ts'

/** Which part of a list: a page by its number, or what comes after a cursor. */
export const OrderListQuery = z.strictObject({
  page: z.optional(WholeNumber),
  rows: z.optional(WholeNumber),
  timestamp: z.optional(UnixTimestamp),
  cursor: z.optional(z.string().check(z.maxLength(512))),
})
export type OrderListQuery = z.infer<typeof OrderListQuery>

/** Rows on a page: unless it is said, and at most. More is answered as this many. */
export const ROWS = 50
export const MOST_ROWS = 500

const PartnerOrderListItem = z.object({
  created_at: z.string(),
  id: z.string(),
  partner_order_id: z.string(),
})

const ClientOrderListItem = z.object({
  created_at: z.string(),
  id: z.string(),
  client_order_id: z.string(),
})

/** Part of a client's orders, newest first. */
export const ClientOrderList = z.object({
  rows: z.int(),
  total: z.int(),
  data: z.array(ClientOrderListItem),
  next_cursor: z.nullable(z.string()),
})

/** Part of a partner's orders, newest first. */
export const PartnerOrderList = z.object({
  rows: z.int(),
  total: z.int(),
  data: z.array(PartnerOrderListItem),
  next_cursor: z.nullable(z.string()),
})
export type PartnerOrderList = z.infer<typeof PartnerOrderList>
