import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Money } from '@cambio/wire/Money.ts'

/** An order that would pay an address, and whether the amount is exactly the one that the address received. */
export type WaitingOrder = { readonly id: string; readonly isExact: boolean }

/**
 * The orders that still have to pay an address in a currency, for the coins that they sell or for a refund of coins. An
 * order that waits for exactly the amount would pay it again. An order of another amount may do so too, if its price
 * has changed.
 */
export async function ordersWaitingFor(
  query: Query,
  { to, amount }: { readonly to: string; readonly amount: Money },
): Promise<readonly WaitingOrder[]> {
  const rows = await query<{ id: string; is_exact: boolean }>({
    name: 'read_orders_waiting_for',
    text: WAITING,
    values: [to, amount.currency, amount.units],
  })
  return rows.map(({ id, is_exact: isExact }) => ({ id, isExact }))
}

/**
 * A refund whose network fee is not fixed yet may be any smaller amount. A payment that is known to be on the chain is
 * no longer waited for.
 */
const WAITING = `
  select o.id, o.payout_units = $3 as is_exact from orders o
  where lower(o.address) = lower($1) and o.payout_currency = $2
    and o.payout_state is distinct from 'done' and o.due_at is not null
    and not exists (select from chain_payout p where p.payout_id = o.payout_id)
  union all
  select o.id, case when d.refund_fee_units is null then d.units >= $3 else d.units - d.refund_fee_units = $3 end
  from orders o join deposit d on d.order_id = o.id
  where lower(o.refund_address) = lower($1) and d.currency = $2 and d.state = 'returning'
  order by id`
