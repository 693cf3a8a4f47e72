import * as z from 'zod/mini'
import { PartnerId, UnixTimestamp, WholeNumber } from '../http/field.ts'
import { OrderData, Status } from './Order.ts'

/** The part of a list: a page by number, or what follows a cursor. */
export const OrderListQuery = z.strictObject({
  page: z.optional(WholeNumber),
  rows: z.optional(WholeNumber),
  timestamp: z.optional(UnixTimestamp),
  cursor: z.optional(z.string().check(z.maxLength(512))),
})
export type OrderListQuery = z.infer<typeof OrderListQuery>

/** Filters of a partner's orders. */
const filters = {
  status: z.optional(Status),
  /** Created then or later. */
  from: z.optional(UnixTimestamp),
  /** Created before then. */
  until: z.optional(UnixTimestamp),
  client_external_id: z.optional(PartnerId),
  /** Changed then or later. */
  updated_since: z.optional(UnixTimestamp),
}

/** The orders of a report. */
export const OrderFilters = z.strictObject(filters)
export type OrderFilters = z.infer<typeof OrderFilters>

/** The part of a list, its filters, and whether to include the orders' data. */
export const PartnerOrderListQuery = z.extend(OrderListQuery, {
  ...filters,
  include: z.optional(z.literal('order')),
})
export type PartnerOrderListQuery = z.infer<typeof PartnerOrderListQuery>

/** Rows on a page, by default and at most. A larger number is reduced to this. */
export const ROWS = 50
export const MOST_ROWS = 500
/** The most rows on a page where each has its order's data. */
export const MOST_ROWS_WITH_ORDERS = 100

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

/** Part of a partner's orders, newest first, in version 1. */
export const PartnerOrderListV1 = z.object({
  rows: z.int(),
  total: z.int(),
  data: z.array(PartnerOrderListItem),
  next_cursor: z.nullable(z.string()),
})

/** Part of a partner's orders: newest first, or oldest change first where they are requested by change. */
export const PartnerOrderList = z.object({
  rows: z.int(),
  /** Null where the list is filtered: counting it would read all of it. */
  total: z.nullable(z.int()),
  data: z.array(
    z.extend(PartnerOrderListItem, {
      /** Present where the list is sorted by it: Unix seconds with six fractional digits. */
      updated_at: z.optional(z.string()),
      /** Present where it is requested. */
      order: z.optional(OrderData),
    }),
  ),
  next_cursor: z.nullable(z.string()),
})
export type PartnerOrderList = z.infer<typeof PartnerOrderList>
