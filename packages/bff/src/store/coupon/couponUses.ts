import type { CouponDue } from '@cambio/exchange/limit/LockedClient.ts'
import { payinOf, type Order } from '@cambio/exchange/order/Order.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { payinGroupList } from '../payinGroupList.ts'
import { authorised, OPEN_OR_FINISHED } from '../person/people.ts'

/**
 * Whether the money received for an order `o` is worth more than its network fee; less counts as nothing. It is valued
 * at the price at which the order was placed.
 * @param paid a query of the units received
 */
const isOfWorth = (paid: string) =>
  `coalesce(trunc(o.payin_eur_units * (${paid}) / o.payin_units) > o.transfer_eur_units, false)`

/**
 * Whether an order `o` uses its coupon: for now by an open charge or deposit or a reserved balance, or for good by its
 * money.
 */
export const HAS_COUPON = `o.${OPEN_OR_FINISHED} and (${authorised('o')} or o.payin_group in (${payinGroupList('isFromBalance')})
  or exists (select from attempt a
    where a.order_id = o.id and a.state in ('open', 'challenged', 'held', 'settled'))
  or ${isOfWorth("select sum(t.units) from transfer t where t.order_id = o.id and t.state = 'received'")}
  or ${isOfWorth("select sum(d.units) from deposit d where d.order_id = o.id and d.currency = o.payin_currency and d.state in ('seen', 'received')")})`

/**
 * How often a coupon may be used, by all and by each person; undefined where there is no such coupon. No other
 * transaction uses it until this one ends.
 */
export async function lockCoupon(
  query: Query,
  { partnerId, coupon }: { partnerId: string; coupon: string | null },
): Promise<Terms | undefined> {
  const [terms] = await query<Terms>({
    name: 'coupon_hold_terms',
    text: 'select off_bps, most_uses, most_uses_each from coupon where partner_id = $1 and code = $2 for update',
    values: [partnerId, coupon],
  })
  return terms
}

/** How many orders use a coupon, and how many of one client's would use it by money that comes without a charge. */
export async function countCouponUses(
  query: Query,
  { partnerId, clientId, coupon }: { partnerId: string; clientId: string | null; coupon: string },
): Promise<{ readonly uses: bigint; readonly awaited: bigint }> {
  const [row] = await query<{ uses: bigint; awaited: bigint }>({
    name: 'coupon_uses_awaited',
    text: `
      select count(*) filter (where ${HAS_COUPON}) as uses,
        count(*) filter (where o.client_id = $3 and o.payin_group not in (${payinGroupList('isByCard')}) and not (${HAS_COUPON})) as awaited
      from orders o where o.partner_id = $1 and o.coupon = $2 and o.${OPEN_OR_FINISHED}`,
    values: [partnerId, coupon, clientId],
  })
  if (!row) throw new Error('A count has no row')
  return row
}

/**
 * How many orders of a person use a coupon: the client's own, and those of its other clients once they are authorised.
 */
export async function usesByPerson(
  query: Query,
  { clientId, people, code }: { clientId: string; people: readonly string[]; code: string },
): Promise<number> {
  const [row] = await query<{ count: bigint }>({
    name: 'coupon_uses_by_person',
    text: `
      select count(*) from orders o
      where o.client_id = any($2) and o.coupon = $3 and ${HAS_COUPON} and (o.client_id = $1 or ${authorised('o')})
        and o.partner_id = (select partner_id from client where id = $1)`,
    values: [clientId, people, code],
  })
  return Number(row?.count ?? 0n)
}

/**
 * The state of the coupon of an order that is about to be charged. No other order can use it until this transaction
 * ends.
 * @param people the clients of the person who buys
 */
export async function couponDue(
  query: Query,
  order: Order,
  people: readonly string[],
): Promise<CouponDue | null> {
  if (order.coupon === null) return null
  const terms = await lockCoupon(query, order)
  if (!terms) return { is: 'used_up' }
  const uses = await usesOfOthers(query, { name: 'coupon_uses_of_others', order, people, which: 'true' })
  if (isExceeded(terms, uses.paid, uses.paid_each)) return { is: 'used_up' }
  if (isExceeded(terms, uses.taken, uses.taken_each)) return { is: 'reserved' }
  return { is: 'free', offBps: BigInt(terms.off_bps) }
}

/**
 * Whether the coupon of an order whose money was received has a use left after the orders before it. No other order can
 * use it until this transaction ends. A card's charge reserved the coupon when it was opened, so only orders accepted
 * since then count, which may be the same person's.
 * @param people the clients of the person who pays, who is locked
 */
export async function couponLeft(
  query: Query,
  order: Order,
  people: readonly string[],
): Promise<Exclude<CouponDue, { is: 'reserved' }>> {
  const terms = await lockCoupon(query, order)
  if (!terms) return { is: 'used_up' }
  const uses = await usesOfOthers(query, { name: 'coupon_uses_before', order, people, which: IS_BEFORE })
  const isUsedUp = payinOf(order).isHeldFirst
    ? isExceeded(terms, uses.paid, uses.paid_each)
    : isExceeded(terms, uses.taken, uses.taken_each)
  return isUsedUp ? { is: 'used_up' } : { is: 'free', offBps: BigInt(terms.off_bps) }
}

type Terms = { readonly off_bps: number; readonly most_uses: number; readonly most_uses_each: number | null }

function isExceeded({ most_uses, most_uses_each }: Terms, all: bigint, each: bigint): boolean {
  return all >= BigInt(most_uses) || (most_uses_each !== null && each >= BigInt(most_uses_each))
}

/**
 * Other orders that use the coupon, of all people and of one person: by their money; and by that or an open payment.
 */
async function usesOfOthers(
  query: Query,
  input: { name: string; order: Order; people: readonly string[]; which: string },
): Promise<Uses> {
  const { name, order, people, which } = input
  const [uses] = await query<Uses>({
    name,
    text: `
      with uses as (
        select o.client_id = any($5) as of_person, o.client_id = $4 as of_client,
          (${authorised('o')} or exists (select from order_event e
            where e.order_id = o.id and e.fact = 'discount_used')) as is_paid
        from orders o where o.partner_id = $1 and o.coupon = $2 and o.id <> $3 and ${HAS_COUPON} and ${which})
      select count(*) filter (where is_paid) as paid, count(*) as taken,
        count(*) filter (where is_paid and of_person) as paid_each,
        count(*) filter (where of_person and (is_paid or of_client)) as taken_each
      from uses`,
    values: [order.partnerId, order.coupon, order.id, order.clientId, people],
  })
  if (!uses) throw new Error('A count has no row')
  return uses
}

type Uses = {
  readonly paid: bigint
  readonly taken: bigint
  readonly paid_each: bigint
  readonly taken_each: bigint
}

/** When the first money of an order was seen, with its id, which puts two orders in sequence. */
const firstMoney = (id: string) => `(
  coalesce((select min(e.at) from order_event e
    where e.order_id = ${id} and e.fact in ('transfer_came', 'deposit_seen', 'deposit_came')), 'infinity'), ${id})`

/**
 * Whether an order `o` that uses its coupon comes before the order $3, whose money was received. A charge reserves the
 * coupon when it is opened. A price made from received money is final. An order without a price uses the coupon since
 * its money was received.
 */
const IS_BEFORE = `(o.payin_group not in (${payinGroupList('isSentByBuyer')}) or o.payout_id is not null
  or exists (select from order_event e where e.order_id = o.id and e.fact in ('discount_used', 'discount_missed'))
  or ${firstMoney('o.id')} < ${firstMoney('$3')})`
