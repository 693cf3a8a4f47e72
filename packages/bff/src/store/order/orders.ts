import { homeCountry } from '@cambio/exchange/client/Client.ts'
import { changedAt, type Order } from '@cambio/exchange/order/Order.ts'
import type {
  OrderStore,
  OrderWrite,
  Placement,
  PlacementConflict,
} from '@cambio/exchange/order/OrderStore.ts'
import { payinTraits } from '@cambio/exchange/payin/traits/PayinTraits.ts'
import { normalizedAddress } from '@cambio/exchange/screening/normalizedAddress.ts'
import { walletPaid } from '@cambio/exchange/screening/walletPaid.ts'
import { isAnswerLost } from '@cambio/server/postgres/DatabaseUnavailable.ts'
import { gathered } from '@cambio/server/postgres/gathered/gathered.ts'
import { retryUntilAvailable } from '@cambio/server/postgres/retryUntilAvailable.ts'
import { payinSelect } from '../../payin/payinStorages.ts'
import { withdrawalObjection } from '../balance/withdrawalObjection.ts'
import { lockCoupon, countCouponUses, usesByPerson } from '../coupon/couponUses.ts'
import { identitiesOf, lockPerson, peopleOfClient } from '../person/people.ts'
import { secretHash } from '../secretHash.ts'
import { within, type StoreDeps } from '../StoreDeps.ts'
import { isViolation } from '../violation.ts'
import { countReached } from './countReached.ts'
import { hasOrdered } from './firstOrder.ts'
import { isOrderKey } from './orderKey.ts'
import { fromOrderRow, orderColumns, type OrderRow } from './OrderRow.ts'
import { keepTrace } from './orderTraces.ts'
import { dueOrders, writeOrder } from './orderWrite.ts'
import { releaseId, userOfId } from './partnerOrderIds.ts'
import { isLimitedByUnpaid, placeOfClients } from './placeOfClients.ts'
import { listed, placeStatement } from './placeStatement.ts'
import { claimedId, mayBeTogether, placeTogether } from './placeTogether.ts'
import { saveStatement } from './saveStatement.ts'
import { unpaidCount } from './unpaidOrders.ts'

/** Orders as the exchange needs them, also by the secret of an order's page, and many at once. */
export type PostgresOrderStore = OrderStore & {
  findBySecret(id: string, secret: string): Promise<Order | undefined>
  /** Those of these orders that exist, by their ids, for a list or a report. */
  findAll(ids: readonly string[]): Promise<ReadonlyMap<string, Order>>
}

/** Orders in PostgreSQL. Placing and changing an order are one statement each. */
export function orderStore(deps: StoreDeps): PostgresOrderStore {
  const { query } = deps
  const writeGathered = gathered<Placement, boolean>({
    alone: (placement) => writePlacement(deps, placement),
    together: (placements) => placeTogether(deps, placements),
    keyOf: claimedId,
    mayBeTogether,
  })
  const placeAlone = (placement: Placement) =>
    deps.transaction((query) => writeAlone(within(deps, query), placement))
  const placeGathered = gathered<Placement, Placed | 'waits'>({
    alone: placeAlone,
    together: (placements) => deps.transaction((query) => placeOfClients(within(deps, query), placements)),
    keyOf: ({ order }) => String(order.clientId),
    mayBeTogether: isLimitedByUnpaid,
  })
  const placeLocked = async (placement: Placement) => {
    const placed = await placeGathered(placement)
    return placed === 'waits' ? placeAlone(placement) : placed
  }
  const read = async (name: string, where: string, values: readonly unknown[]) => {
    const [row] = await query<OrderRow>({ name: `order_${name}`, text: `${READ} where ${where}`, values })
    return row && fromOrderRow(row)
  }
  return {
    find: (id) => read('find', 'o.id = $1', [id]),
    findByPartnerOrderId: (partnerId, partnerOrderId) =>
      read('find_by_partner_order_id', 'o.partner_id = $1 and o.partner_order_id = $2', [
        partnerId,
        partnerOrderId,
      ]),
    findByPlatformOrderId: (platformOrderId) =>
      read(
        'find_by_platform_order_id',
        'o.id = (select order_id from attempt where platform_order_id = $1)',
        [platformOrderId],
      ),
    findBySecret: (id, secret) =>
      isOrderKey(deps.keys, id, secret)
        ? read('find', 'o.id = $1', [id])
        : read('find_by_secret', 'o.id = $1 and o.secret_hash = $2', [id, secretHash(secret)]),
    async findAll(ids) {
      const text = `${READ} where o.id = any ($1::text[])`
      const rows = await deps.reads<OrderRow>({ name: 'order_find_all', text, values: [ids] })
      return new Map(rows.map((row) => [row.id, fromOrderRow(row)]))
    },
    async findLimited(clientId) {
      const where = "o.client_id = $1 and o.status = 'pending' and o.limit_level is not null"
      const text = `${READ} where ${where} order by o.created_at, o.id`
      const rows = await query<OrderRow>({ name: 'order_find_limited', text, values: [clientId] })
      return rows.map(fromOrderRow)
    },
    async findCleared(clientId) {
      const where = "o.client_id = $1 and o.status in ('payin_pending', 'processing')"
      const cleared = "exists (select from order_event e where e.order_id = o.id and e.fact = 'cleared')"
      const text = `${READ} where ${where} and ${cleared} order by o.created_at, o.id`
      const rows = await query<OrderRow>({ name: 'order_find_cleared', text, values: [clientId] })
      return rows.map(fromOrderRow)
    },
    async place(placement) {
      await keepTrace(query, placement.order.id, deps.now())
      const placed = await place(deps, { writeGathered, placeLocked }, placement)
      if (placed === 'placed') countReached(deps.metrics, placement.order, -1)
      return placed
    },
    async save(orderWrite) {
      const isSaved = await save(deps, orderWrite)
      if (isSaved) countReached(deps.metrics, orderWrite.order, orderWrite.seqBefore)
      return isSaved
    },
    async again(orderId, due) {
      await query({ name: 'order_again', text: AGAIN, values: [orderId, due] })
    },
    async bindClient(orderId, client) {
      const bound = await query<{ id: string }>({
        wakes: [dueOrders.channel],
        name: 'order_bind_client',
        text: BIND_CLIENT,
        values: [orderId, client.partnerId, client.id, client.email, homeCountry(client), deps.now()],
      })
      return bound.length > 0
    },
  }
}

/** A whole order: its row, its events and its payments, read at one moment. */
const READ = `
  select ${orderColumns('o')}, (select c.email from client c where c.id = o.client_id) as client_email,
    (select m.metadata from order_metadata m where m.order_id = o.id) as metadata,
    (select json_agg(json_build_object('seq', e.seq, 'fact', e.fact, 'status', e.status,
      'substatus', e.substatus, 'at', e.at) order by e.seq) from order_event e where e.order_id = o.id) as events,${payinSelect}
  from orders o`

type Placed = 'placed' | PlacementConflict

/** Both do for several orders at once what they do for one. */
type Gathered = {
  /** Writes an order that nothing limits. */
  readonly writeGathered: (placement: Placement) => Promise<boolean>
  /** Places an order that its client's others limit. */
  readonly placeLocked: (placement: Placement) => Promise<Placed>
}

async function place(
  deps: StoreDeps,
  { writeGathered, placeLocked }: Gathered,
  placement: Placement,
): Promise<Placed> {
  const { order } = placement
  try {
    const isWithdrawal = payinTraits[order.quote.payinGroup].isConfirmedByCode
    const standsAlone =
      !order.asFirst && placement.mostUnpaid === null && order.coupon === null && !isWithdrawal
    if (standsAlone) return await placeBy(deps, placement, writeGathered)
    return await placeLocked(placement)
  } catch (error) {
    if (isViolation(error, 'balance_is_enough')) return { is: 'balance_insufficient' }
    if (isViolation(error, 'order_request_once')) return conflictOf(deps, order)
    if (isAnswerLost(error) && (await isPlaced(deps, order))) return 'placed'
    throw error
  }
}

/** How long to look for an order whose answer was lost, milliseconds. */
const LOOK_FOR_MS = 5_000

/** Whether an order was written after all: its id is used for it only. */
async function isPlaced({ query }: StoreDeps, { id }: Order): Promise<boolean> {
  const text = 'select id from orders where id = $1'
  const rows = await retryUntilAvailable(LOOK_FOR_MS, () =>
    query({ name: 'order_placed', text, values: [id] }),
  )
  return rows.length > 0
}

/**
 * Of two orders of one client, the second waits here for the client and then sees the first. A withdrawal with the free
 * first order is not checked again later, so it also waits here for the orders of its person.
 */
async function writeAlone(deps: StoreDeps, placement: Placement): Promise<'placed' | PlacementConflict> {
  const { mostUnpaid, order } = placement
  const isWithdrawal = payinTraits[order.quote.payinGroup].isConfirmedByCode
  const isGiven = order.asFirst && isWithdrawal
  if (isGiven) await lockPerson(deps, await identitiesOf(deps, order))
  await deps.query({
    name: 'order_hold_client',
    text: 'select id from client where id = $1 for no key update',
    values: [order.clientId],
  })
  const objection = isWithdrawal ? await withdrawalObjection(deps.query, order) : null
  if (objection) {
    // A repeated create is answered with the order that the first one created.
    const conflict = await conflictOf(deps, order)
    return conflict.is === 'id_taken' ? objection : conflict
  }
  const discount = await discountObjection(deps, order)
  if (discount) return discount
  if (mostUnpaid !== null && (await unpaidCount(deps.query, order)) >= mostUnpaid)
    return { is: 'too_many_unpaid' }
  return placeBy(deps, placement, () => writePlacement(deps, placement))
}

/**
 * Why an order may not have its discount, if it may not. A balance pays at once, so two clients of one person wait for
 * each other here. Any other order is checked again when its money is received.
 */
async function discountObjection(deps: StoreDeps, order: Order): Promise<PlacementConflict | null> {
  const { asFirst, coupon, clientId, requestId } = order
  if (clientId === null) return (await hasUsedUp(deps, order, [])) ? { is: 'coupon_used_up' } : null
  if (!asFirst && coupon === null) return null
  const people = await peopleOfClient(deps, clientId, order)
  if (asFirst && (await hasOrdered(deps.query, { clientId, requestId, people }))) return { is: 'not_first' }
  return (await hasUsedUp(deps, order, people.all)) ? { is: 'coupon_used_up' } : null
}

/**
 * Whether a person has used the order's coupon as often as each person may; unknown without a client. A card is checked
 * again at its charge. Other ways to pay are not, so the client's own orders with the coupon that wait for money count
 * too.
 */
async function hasUsedUp(deps: StoreDeps, order: Order, people: readonly string[]): Promise<boolean> {
  const { partnerId, clientId, coupon, quote } = order
  if (coupon === null) return false
  const terms = await lockCoupon(deps.query, order)
  if (!terms) return false
  let awaited = 0n
  if (!payinTraits[quote.payinGroup].isByCard) {
    const counted = await countCouponUses(deps.query, { partnerId, clientId, coupon })
    if (counted.uses + counted.awaited >= BigInt(terms.most_uses)) return true
    awaited = counted.awaited
  }
  if (terms.most_uses_each === null) return false
  if (clientId === null) return true
  const usesOfPerson = await usesByPerson(deps.query, { clientId, people, code: coupon })
  return BigInt(usesOfPerson) + awaited >= BigInt(terms.most_uses_each)
}

/** Places an order by a write, which is tried again where the order's id was only claimed and is free now. */
async function placeBy(
  deps: StoreDeps,
  placement: Placement,
  write: (placement: Placement) => Promise<boolean>,
): Promise<'placed' | PlacementConflict> {
  const { order } = placement
  if (await write(placement)) return 'placed'
  const conflict = await conflictOf(deps, order)
  if (conflict.is !== 'partner_order_id_taken' || conflict.clientOrderId !== null) return conflict
  return (await releaseId(deps, order, order.createdAt)) && (await write(placement)) ? 'placed' : conflict
}

function writePlacement(deps: StoreDeps, placement: Placement): Promise<boolean> {
  const consequences = { ...placement, seqBefore: 0, fact: null, at: placement.order.createdAt }
  return writeOrder(deps, consequences, placeStatement(deps, placement))
}

/** Why nothing was written. It is a statement of its own, so that it sees what the other one committed. */
async function conflictOf(deps: StoreDeps, order: Order): Promise<PlacementConflict> {
  const wallet = walletPaid(order)
  const [existing] = await deps.query<{
    of_request: string | null
    claimed: boolean
    ended: boolean
    listed: boolean
  }>({
    name: 'order_conflict',
    text: `
      select (select id from orders where request_id = $3) as of_request,
        exists (
          select from widget_request where id = $3 and (canceled_at is not null or expires_at <= $5)
        ) as ended,
        exists (select from partner_order_claim where partner_id = $1 and partner_order_id = $2) as claimed,
        ${listed('$4')} as listed`,
    values: [
      order.partnerId,
      order.partnerOrderId,
      order.requestId,
      wallet && normalizedAddress(wallet),
      order.createdAt,
    ],
  })
  if (existing?.listed) return { is: 'address_listed' }
  if (existing?.of_request) return { is: 'request_used', clientOrderId: existing.of_request }
  if (existing?.ended) return { is: 'request_ended' }
  if (order.requestId === null && existing?.claimed) return userOfId(deps, order)
  return { is: 'id_taken' }
}

async function save(deps: StoreDeps, write: OrderWrite): Promise<boolean> {
  return writeOrder(deps, { ...write, at: changedAt(write.order) }, saveStatement(write))
}

/** Counts one more question about an order and makes it due again, unless a newer write has made it due meanwhile. */
const AGAIN = `
  update orders set lease_until = null,
    due_at = case when due_at is distinct from lease_until then due_at else $2 end
  where id = $1`

/** The order may have waited for its client: the client's limit is checked then. */
const BIND_CLIENT = `
  update orders set client_id = $3, email = coalesce(email, $4), client_country = coalesce(client_country, $5),
    updated_at = $6, due_at = case when status = 'pending' then $6 else due_at end
  where id = $1 and partner_id = $2 and (client_id is null or client_id = $3) returning id`
