import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { AUTHORISED } from './people.ts'
import { statusList } from './statusList.ts'

/** Of an order `o`: whether it has its coupon, for now by a charge or a deposit that is open, or for good by its money. */
export const HAS_COUPON = `o.status not in (${statusList('off')}) and (o.${AUTHORISED}
  or exists (select from attempt a
    where a.order_id = o.id and a.state in ('open', 'challenged', 'held', 'settled'))
  or exists (select from transfer t where t.order_id = o.id)
  or exists (select from deposit d where d.order_id = o.id))`

/** How many orders of a person have a coupon: of the client itself, and of its other clients once they are authorised. */
export async function usesByPerson(
  query: Query,
  { clientId, people, code }: { clientId: string; people: readonly string[]; code: string },
): Promise<number> {
  const [row] = await query<{ count: bigint }>({
    name: 'coupon_uses_by_person',
    text: `
      select count(*) from orders o
      where o.client_id = any($2) and o.coupon = $3 and ${HAS_COUPON} and (o.client_id = $1 or o.${AUTHORISED})`,
    values: [clientId, people, code],
  })
  return Number(row?.count ?? 0n)
}

/**
 * Whether an order that is about to be charged may have its coupon, which no other order can take meanwhile.
 * @param people the clients of the person who buys
 */
export async function isCouponFree(
  query: Query,
  { partnerId, clientId, coupon, id }: Order,
  people: readonly string[],
): Promise<boolean> {
  if (coupon === null || clientId === null) return true
  const [terms] = await query<{ most_uses: number; most_uses_each: number | null }>({
    name: 'coupon_hold_terms',
    text: 'select most_uses, most_uses_each from coupon where partner_id = $1 and code = $2 for update',
    values: [partnerId, coupon],
  })
  if (!terms) return true
  const [row] = await query<{ count: bigint }>({
    name: 'coupon_uses_of_others',
    text: `
      select count(*) from orders o
      where o.partner_id = $1 and o.coupon = $2 and o.id <> $3 and ${HAS_COUPON}`,
    values: [partnerId, coupon, id],
  })
  if (Number(row?.count ?? 0n) >= terms.most_uses) return false
  if (terms.most_uses_each === null) return true
  return (await usesByPerson(query, { clientId, people, code: coupon })) < terms.most_uses_each
}
