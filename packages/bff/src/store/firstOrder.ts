import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { AUTHORISED, OPEN_OR_FINISHED, type People } from './people.ts'

/** Whether a client has an order already, so that another is not its first one; of a request's own it asks of others. */
export async function hasOrdered(
  query: Query,
  { clientId, requestId, people }: Pick<Order, 'clientId' | 'requestId'> & { readonly people: People },
): Promise<boolean> {
  const found = await query<{ id: string }>({
    name: 'client_has_ordered',
    text: HAS_ORDERED,
    values: [clientId, requestId, people.all, people.proven],
  })
  return found.length > 0
}

/**
 * Of the client's own, orders that are open or finished. Of others that are the same person, those whose money was
 * authorised; and, where it is proven who they are, those that are told a price without the service fee which nothing
 * takes back, since no card is charged for them.
 */
const HAS_ORDERED = `
  select id from orders
  where (request_id is null or request_id is distinct from $2)
    and ((client_id = $1 and ${OPEN_OR_FINISHED})
      or (client_id <> $1 and partner_id = (select partner_id from client where id = $1)
        and ((client_id = any($3) and ${AUTHORISED})
          or (client_id = any($4) and as_first and payin_group <> 'card' and ${OPEN_OR_FINISHED}))))
  limit 1`
