import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Status } from '@cambio/wire/order/Order.ts'

/** The requests of a partner's server since a time: all, and those that its signature did not open. */
export async function countRequests(
  query: Query,
  { partnerId, since }: { readonly partnerId: string; readonly since: Date },
): Promise<{ readonly all: bigint; readonly unsigned: bigint }> {
  const [counted] = await query<{ all: bigint; unsigned: bigint }>({
    name: 'read_partner_requests',
    text: `
      select coalesce(sum(1 + coalesce(jsonb_array_length(earlier), 0)), 0)::int8 as "all",
        count(*) filter (where status = 401) as unsigned
      from partner_request where partner_id = $1 and at >= $2`,
    values: [partnerId, since],
  })
  return counted ?? { all: 0n, unsigned: 0n }
}

/** Those of some statuses that an order of a partner has. */
export async function statusesReached(
  query: Query,
  { partnerId, statuses }: { readonly partnerId: string; readonly statuses: readonly Status[] },
): Promise<Status[]> {
  const reached = await query<{ status: Status }>({
    name: 'read_partner_statuses',
    text: `
      select reached.status from unnest($2::text[]) as reached (status)
      where exists (select from orders o where o.partner_id || ' ' || o.status = $1 || ' ' || reached.status)`,
    values: [partnerId, statuses],
  })
  return reached.map(({ status }) => status)
}
