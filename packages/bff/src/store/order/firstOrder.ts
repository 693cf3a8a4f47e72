import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { payinGroupList } from '../payinGroupList.ts'
import { authorised, OPEN_OR_FINISHED, type People } from '../person/people.ts'

/**
 * Whether a client has another order already, so that this one is not its first. A request's own order does not count.
 */
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

/** Whether other clients of the same person have an order here whose money was received. */
export async function hasPersonBought(
  query: Query,
  { clientId, partnerId }: Order,
  people: readonly string[],
): Promise<boolean> {
  const others = await query<{ id: string }>({
    name: 'person_has_bought',
    text: `select id from orders where client_id = any($1) and client_id <> $2 and partner_id = $3 and ${IS_BOUGHT} limit 1`,
    values: [people, clientId, partnerId],
  })
  return others.length > 0
}

/** Orders whose money was authorised, or was received with the free first order, whatever they wait for now. */
const IS_BOUGHT = `(${authorised('orders')} or (as_first and ${OPEN_OR_FINISHED} and exists (
  select from order_event e where e.order_id = orders.id and e.fact = 'discount_used')))`

/**
 * The client's own orders that are open or finished. Of the same person's other clients, the orders whose money was
 * received; where their identity is proven, also those that reserve a balance, since a balance is captured without
 * another check.
 */
const HAS_ORDERED = `
  select id from orders
  where (request_id is null or request_id is distinct from $2)
    and ((client_id = $1 and ${OPEN_OR_FINISHED})
      or (client_id <> $1 and partner_id = (select partner_id from client where id = $1)
        and ((client_id = any($3) and ${IS_BOUGHT})
          or (client_id = any($4) and as_first and payin_group in (${payinGroupList('isFromBalance')}) and ${OPEN_OR_FINISHED}))))
  limit 1`
