import { partnerStatus } from '@cambio/exchange/order/data/partnerStatus.ts'
import { microsFrom } from '@cambio/exchange/order/time.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import { Status } from '@cambio/wire/order/Order.ts'
import type { OrderFilters } from '@cambio/wire/order/OrderList.ts'
import * as z from 'zod/mini'
import type { OrderFilter } from '../../store/order/filteredOrders.ts'
import type { Stores } from '../../store/stores.ts'

/** The filters of a list as they were sent, times as microseconds since 1970. */
export type ListFilters = { readonly [Name in keyof OrderFilters]?: string | undefined }

type Sent = OrderFilters & { readonly timestamp?: string | undefined }

/** The filters in a query, with `timestamp` read as `from`. @throws Refusal fields_incompatible */
export function filtersOf({ timestamp, ...query }: Sent): ListFilters {
  if (timestamp !== undefined && query.from !== undefined)
    throw fieldRefusal('fields_incompatible', ['timestamp', 'from'], 'These two mean the same; send one')
  const from = query.from ?? timestamp
  return {
    ...(query.status !== undefined && { status: query.status }),
    ...(from !== undefined && { from: String(microsFrom(from)) }),
    ...(query.until !== undefined && { until: String(microsFrom(query.until)) }),
    ...(query.client_external_id !== undefined && { client_external_id: query.client_external_id }),
    ...(query.updated_since !== undefined && { updated_since: String(microsFrom(query.updated_since)) }),
  }
}

/** Whether a list has all orders since a time, and so has a total and numbered pages. */
export function isWhole(filters: ListFilters): boolean {
  return Object.keys(filters).every((name) => name === 'from')
}

/** The list's name in its cursors. */
export function listOf(filters: ListFilters): string {
  return isWhole(filters) ? (filters.from ?? '') : JSON.stringify(filters)
}

/** The filters of a cursor's list. */
export function filtersIn(list: string): ListFilters {
  if (list.startsWith('{')) return z.parse(Stored, JSON.parse(list))
  return list === '' ? {} : { from: list }
}

const Stored = z.object({
  status: z.optional(z.string()),
  from: z.optional(z.string()),
  until: z.optional(z.string()),
  client_external_id: z.optional(z.string()),
  updated_since: z.optional(z.string()),
})

/** The filters as the store expects them. @throws Refusal client_unknown */
export async function orderFilter(
  { accounts }: Pick<Stores, 'accounts'>,
  partner: Partner,
  { status, from, until, client_external_id: externalId, updated_since: changedSince }: ListFilters,
): Promise<OrderFilter> {
  const account = externalId === undefined ? null : await accounts.findByExternalId(partner.id, externalId)
  if (account === undefined)
    throw fieldRefusal('client_unknown', ['client_external_id'], 'You have no such client')
  return {
    partnerId: partner.id,
    clientId: account?.client.id ?? null,
    statuses: status === undefined ? null : statusesShownAs(partner, status),
    sinceMicros: micros(from),
    untilMicros: micros(until),
    changedSinceMicros: micros(changedSince),
  }
}

function micros(text: string | undefined): bigint | null {
  return text === undefined ? null : BigInt(text)
}

/** The statuses that a partner reads as the given one: with plain statuses, several are shown as one. */
function statusesShownAs(partner: Partner, shown: string): readonly Status[] {
  return Status.options.filter((status) => partnerStatus(partner, status) === shown)
}
