import type { CouponDue } from '@cambio/exchange/limit/ClientHold.ts'
import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { AUTHORISED, OPEN_OR_FINISHED } from './people.ts'

/** Of an order `o`: whether it has its coupon, for now by a charge or a deposit that is open, or for good by its money. */
export const HAS_COUPON = `o.${OPEN_OR_FINISHED} and (o.${AUTHORISED}
  or exists (select from attempt a
    where a.order_id = o.id and a.state in ('open', 'challenged', 'held', 'settled'))
  or exists (select from transfer t where t.order_id = o.id)
  or exists (select from deposit d where d.order_id = o.id))`

/** How often a coupon may be used, by all and by each; undefined where there is no such coupon. */
export async function couponTerms(
  query: Query,
  { partnerId, coupon }: { partnerId: string; coupon: string },
): Promise<CouponTerms | undefined> {
  const [terms] = await query<CouponTerms>({
    name: 'coupon_terms',
    text: 'select most_uses, most_uses_each from coupon where partner_id = $1 and code = $2',
    values: [partnerId, coupon],
  })
  return terms
}

type CouponTerms = { readonly most_uses: number; readonly most_uses_each: number | null }

/** How many orders have a coupon, and how many of one client's would have it by money that no charge brings. */
export async function usesAwaited(
  query: Query,
  { partnerId, clientId, coupon }: { partnerId: string; clientId: string | null; coupon: string },
): Promise<{ readonly uses: bigint; readonly awaited: bigint }> {
  const [row] = await query<{ uses: bigint; awaited: bigint }>({
    name: 'coupon_uses_awaited',
    text: `
      select count(*) filter (where ${HAS_COUPON}) as uses,
        count(*) filter (where o.client_id = $3 and o.payin_group <> 'card' and not (${HAS_COUPON})) as awaited
      from orders o where o.partner_id = $1 and o.coupon = $2 and o.${OPEN_OR_FINISHED}`,
    values: [partnerId, coupon, clientId],
  })
  if (!row) throw new Error('A count has no row')
  return row
}

/** How many orders of a person have a coupon: of the client itself, and of its other clients once they are authorised. */
export async function usesByPerson(
  query: Query,
  { clientId, people, code }: { clientId: string; people: readonly string[]; code: string },
): Promise<number> {
  const [row] = await query<{ count: bigint }>({
    name: 'coupon_uses_by_person',
    text: `
      select count(*) from orders o
      where o.client_id = any($2) and o.coupon = $3 and ${HAS_COUPON} and (o.client_id = $1 or o.${AUTHORISED})
        and o.partner_id = (select partner_id from client where id = $1)`,
    values: [clientId, people, code],
  })
  return Number(row?.count ?? 0n)
}

/**
 * The state of the coupon of an order that is about to be charged. No other order can take it until this transaction
 * ends.
 * @param people the clients of the person who buys
 */
export async function couponDue(
  query: Query,
  { partnerId, clientId, coupon, id }: Order,
  people: readonly string[],
): Promise<CouponDue | null> {
  if (coupon === null) return null
  const [terms] = await query<Terms>({
    name: 'coupon_hold_terms',
    text: 'select off_bps, most_uses, most_uses_each from coupon where partner_id = $1 and code = $2 for update',
    values: [partnerId, coupon],
  })
  if (!terms) return { is: 'used_up' }
  const [uses] = await query<Uses>({
    name: 'coupon_uses_of_others',
    text: USES_OF_OTHERS,
    values: [partnerId, coupon, id, clientId, people],
  })
  if (!uses) throw new Error('A count has no row')
  const most = BigInt(terms.most_uses)
  const mostEach = terms.most_uses_each === null ? null : BigInt(terms.most_uses_each)
  const isOver = (all: bigint, each: bigint) => all >= most || (mostEach !== null && each >= mostEach)
  if (isOver(uses.paid, uses.paid_each)) return { is: 'used_up' }
  if (isOver(uses.taken, uses.taken_each)) return { is: 'reserved' }
  return { is: 'free', offBps: BigInt(terms.off_bps) }
}

type Terms = { readonly off_bps: number; readonly most_uses: number; readonly most_uses_each: number | null }
type Uses = {
  readonly paid: bigint
  readonly taken: bigint
  readonly paid_each: bigint
  readonly taken_each: bigint
}

/** Other orders that have the coupon, of all and of one person: by their money, and by that or a payment that is open. */
const USES_OF_OTHERS = `
  with uses as (
    select o.client_id = any($5) as of_person, o.client_id = $4 as of_client, o.${AUTHORISED} as is_paid
    from orders o where o.partner_id = $1 and o.coupon = $2 and o.id <> $3 and ${HAS_COUPON})
  select count(*) filter (where is_paid) as paid, count(*) as taken,
    count(*) filter (where is_paid and of_person) as paid_each,
    count(*) filter (where of_person and (is_paid or of_client)) as taken_each
  from uses`
