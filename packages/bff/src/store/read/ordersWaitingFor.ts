import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Money } from '@cambio/wire/Money.ts'

/** The orders that wait for just this amount to reach just this address, and would pay it once more. */
export async function ordersWaitingFor(
  query: Query,
  { to, amount }: { readonly to: string; readonly amount: Money },
): Promise<readonly string[]> {
  const rows = await query<{ id: string }>({
    name: 'read_orders_waiting_for',
    text: `
      select id from orders
      where lower(address) = lower($1) and payout_currency = $2 and payout_units = $3
        and payout_state is distinct from 'done' and due_at is not null
      order by created_at`,
    values: [to, amount.currency, amount.units],
  })
  return rows.map(({ id }) => id)
}
