import type { Order } from '@cambio/exchange/order/Order.ts'
import type { PlacementConflict } from '@cambio/exchange/order/OrderStore.ts'
import { MOST_UNCONFIRMED } from '@cambio/exchange/payin/balance/machine/withdrawalLimits.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'

/** Why a client may not place another withdrawal now; null if it may. The client's row is locked meanwhile. */
export async function withdrawalObjection(
  query: Query,
  { clientId, createdAt, requestId }: Pick<Order, 'clientId' | 'createdAt' | 'requestId'>,
): Promise<PlacementConflict | null> {
  const [row] = await query<{ until: Date | null; open: bigint }>({
    name: 'withdrawal_objection',
    text: OBJECTION,
    values: [clientId, createdAt, requestId],
  })
  if (row?.until && createdAt < row.until) return { is: 'withdrawals_locked', until: row.until }
  return Number(row?.open ?? 0n) >= MOST_UNCONFIRMED ? { is: 'withdrawals_open' } : null
}

const OBJECTION = `
  select withdrawals_locked_until as until, (
    select count(*) from orders o
    where o.client_id = $1 and o.status = 'confirmation_pending' and o.expires_at > $2
      and (o.request_id is null or o.request_id is distinct from $3)
  ) as open
  from client where id = $1`
