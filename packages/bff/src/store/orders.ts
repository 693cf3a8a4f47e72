import type { Order } from '@cambio/exchange/order/Order.ts'
import type {
  OrderStore,
  OrderWrite,
  Placement,
  PlacementConflict,
} from '@cambio/exchange/order/OrderStore.ts'
import { attemptsOf, depositsOf, transfersOf } from '@cambio/exchange/payin/Payin.ts'
import { isAnswerLost } from '@cambio/server/postgres/DatabaseAway.ts'
import { untilBack } from '@cambio/server/postgres/untilBack.ts'
import { journalsParameter } from '@cambio/server/postgres/Ledger.ts'
import { attemptColumns, toAttemptRow } from './AttemptRow.ts'
import { depositColumns, toDepositRow } from './DepositRow.ts'
import { fromOrderRow, orderColumns, toOrderColumns, type OrderRow } from './OrderRow.ts'
import { consequences, dueWakes, eventsOf, json, newsOf, writeWith } from './orderWrite.ts'
import { toTransferRow, transferColumns } from './TransferRow.ts'
import { secretHash } from './secretHash.ts'
import { usesByPerson } from './couponUses.ts'
import { AUTHORISED, peopleOfClient } from './people.ts'
import { statusList } from './statusList.ts'
import { dueWithdrawalCodes, toCodeColumns } from './withdrawals.ts'
import { within, type StoreDeps } from './StoreDeps.ts'
import { isViolation } from './violation.ts'

/** Orders as the exchange needs them, and by the secret that opens an order's page. */
export type KeptOrderStore = OrderStore & {
  findBySecret(id: string, secret: string): Promise<Order | undefined>
}

/** Orders, kept in PostgreSQL. Placing one and changing one are one statement each. */
export function orderStore(deps: StoreDeps): KeptOrderStore {
  const { query } = deps
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
      read('find_by_secret', 'o.id = $1 and o.secret_hash = $2', [id, secretHash(secret)]),
    async findLimited(clientId) {
      const where = "o.client_id = $1 and o.status = 'pending' and o.limit_level is not null"
      const text = `${READ} where ${where} order by o.created_at`
      const rows = await query<OrderRow>({ name: 'order_find_limited', text, values: [clientId] })
      return rows.map(fromOrderRow)
    },
    async findCleared(clientId) {
      const where = "o.client_id = $1 and o.status in ('payin_pending', 'processing')"
      const cleared = "exists (select from order_event e where e.order_id = o.id and e.fact = 'cleared')"
      const text = `${READ} where ${where} and ${cleared} order by o.created_at`
      const rows = await query<OrderRow>({ name: 'order_find_cleared', text, values: [clientId] })
      return rows.map(fromOrderRow)
    },
    place: (placement) => place(deps, placement),
    save: (orderWrite) => save(deps, orderWrite),
    async again(orderId, due) {
      await query({ name: 'order_again', text: AGAIN, values: [orderId, due] })
    },
    async bindClient(orderId, client) {
      const bound = await query<{ id: string }>({
        name: 'order_bind_client',
        text: BIND_CLIENT,
        values: [orderId, client.partnerId, client.id, client.email, client.payer?.country ?? null],
      })
      return bound.length > 0
    },
  }
}

/** An order whole: its row, its events and what it was paid by, read at one moment. */
const READ = `
  select ${orderColumns('o')},
    (select json_agg(json_build_object('seq', e.seq, 'fact', e.fact, 'status', e.status,
      'substatus', e.substatus, 'at', e.at) order by e.seq) from order_event e where e.order_id = o.id) as events,
    (select json_agg(to_jsonb(a) || jsonb_build_object('amount_units', a.amount_units::text,
      'charged_units', a.charged_units::text, 'won_units', a.won_units::text, 'taken_units', a.taken_units::text) order by a.number)
      from attempt a where a.order_id = o.id) as attempts,
    (select json_agg(to_jsonb(t) || jsonb_build_object('units', t.units::text) order by t.number)
      from transfer t where t.order_id = o.id) as transfers,
    (select json_agg(to_jsonb(d) || jsonb_build_object('units', d.units::text,
        'refund_fee_units', d.refund_fee_units::text) order by d.number)
      from deposit d where d.order_id = o.id) as deposits
  from orders o`

/** What a new order is written with: what makes it, the hash of its secret, and when it is due. */
const PLACED = `${orderColumns()}, secret_hash, due_at, due_attempts`

const PLACE = `
  with given as materialized (select * from jsonb_populate_record(null::orders, $1::jsonb)),
  claim as (
    insert into partner_order_claim (partner_id, partner_order_id)
    select partner_id, partner_order_id from given
    where request_id is null and not exists (select from orders where orders.id = given.id)
    on conflict do nothing returning 1
  ),
  written as (
    insert into orders (${PLACED})
    select ${PLACED} from given
    where exists (select from claim) or (request_id is not null
      and not exists (select from orders o where o.request_id = given.request_id or o.id = given.id))
    returning id, partner_id, created_at, due_at
  ),
  uncounted as (
    insert into order_uncounted (partner_id, created_at, order_id)
    select partner_id, created_at, id from written
  ),
  code as (
    insert into withdrawal_code (order_id, uuid, code_hash, callback_id, body_sealed, expires_at, due_at)
    select written.id, c.uuid, decode(c.code_hash, 'hex'), c.callback_id, decode(c.body_sealed, 'hex'), c.expires_at,
      $4::timestamptz
    from written, jsonb_to_record($5::jsonb)
      as c (uuid text, code_hash text, callback_id text, body_sealed text, expires_at timestamptz)
    where $5::jsonb is not null
  ),
  ${consequences('$7', '$8')}`

async function place(deps: StoreDeps, placement: Placement): Promise<'placed' | PlacementConflict> {
  const { order } = placement
  try {
    const standsAlone = !placement.asFirst && placement.mostUnpaid === null && order.coupon === null
    if (standsAlone) return await write(deps, placement)
    return await deps.transaction((query) => writeAlone(within(deps, query), placement))
  } catch (error) {
    if (isViolation(error, 'balance_is_enough')) return { is: 'balance_insufficient' }
    if (isViolation(error, 'order_request_once')) return conflictOf(deps, order)
    if (isAnswerLost(error) && (await isPlaced(deps, order))) return 'placed'
    throw error
  }
}

/** How long an order whose answer was lost is looked for, milliseconds. */
const LOOK_FOR_MS = 5_000

/** Whether an order is there after all: its id was made for it alone. */
async function isPlaced({ query }: StoreDeps, { id }: Order): Promise<boolean> {
  const text = 'select id from orders where id = $1'
  const found = await untilBack(LOOK_FOR_MS, () => query({ name: 'order_placed', text, values: [id] }))
  return found.length > 0
}

/** Orders that are open or finished: what takes a free first order away. */
export const OPEN_OR_FINISHED = `status not in (${statusList('off')})`

/** Of two orders of one client, each waits for the client here and then sees the one that was written. */
async function writeAlone(deps: StoreDeps, placement: Placement): Promise<'placed' | PlacementConflict> {
  const { asFirst, mostUnpaid, order } = placement
  await deps.query({
    name: 'order_hold_client',
    text: 'select id from client where id = $1 for no key update',
    values: [order.clientId],
  })
  if (asFirst && (await hasOther(deps, order))) return { is: 'not_first' }
  if (await hasUsedUp(deps, order)) return { is: 'coupon_used_up' }
  if (mostUnpaid !== null && (await unpaidCount(deps, order)) >= mostUnpaid) return { is: 'too_many_unpaid' }
  return write(deps, placement)
}

/** Whether the order's person has another that is open or finished; of other clients one that was authorised. */
async function hasOther(deps: StoreDeps, { clientId, partnerId, requestId }: Order): Promise<boolean> {
  const people = clientId === null ? [] : await peopleOfClient(deps, clientId)
  const others = await deps.query<{ id: string }>({
    name: 'order_first',
    text: `select id from orders
      where (client_id = $1 and ${OPEN_OR_FINISHED} and (request_id is null or request_id is distinct from $2))
        or (client_id = any($3) and client_id <> $1 and partner_id = $4 and ${AUTHORISED}) limit 1`,
    values: [clientId, requestId, people, partnerId],
  })
  return others.length > 0
}

/** Whether a person has used the order's coupon as often as each may; without a client nobody can tell. */
async function hasUsedUp(deps: StoreDeps, { partnerId, clientId, coupon }: Order): Promise<boolean> {
  if (coupon === null) return false
  const [terms] = await deps.query<{ most_uses_each: number | null }>({
    name: 'coupon_each',
    text: 'select most_uses_each from coupon where partner_id = $1 and code = $2',
    values: [partnerId, coupon],
  })
  const most = terms?.most_uses_each ?? null
  if (most === null) return false
  if (clientId === null) return true
  const people = await peopleOfClient(deps, clientId)
  return (await usesByPerson(deps.query, { clientId, people, code: coupon })) >= most
}

/** Orders that the client has placed itself and that still wait for its money. */
async function unpaidCount({ query }: StoreDeps, { clientId, createdAt, requestId }: Order): Promise<number> {
  const [row] = await query<{ count: bigint }>({
    name: 'order_unpaid_count',
    text: `select count(*) from orders
      where client_id = $1 and origin in ('client', 'widget') and status in (${statusList('unpaid')})
        and (expires_at is null or expires_at > $2) and (request_id is null or request_id is distinct from $3)`,
    values: [clientId, createdAt, requestId],
  })
  return Number(row?.count ?? 0n)
}

async function write(deps: StoreDeps, placement: Placement): Promise<'placed' | PlacementConflict> {
  const { order } = placement
  const row = {
    ...toOrderColumns(order),
    secret_hash: `\\x${Buffer.from(placement.secretHash).toString('hex')}`,
    due_at: placement.due,
    due_attempts: 0,
  }
  const values = [
    json(row),
    eventsOf(order, 0),
    newsOf(placement.callbacks),
    order.createdAt,
    placement.code && json(toCodeColumns(deps.keys, order.id, placement.code)),
    journalsParameter(placement.journals),
  ]
  const wakes = [
    ...dueWakes(placement, order.createdAt),
    ...(placement.code ? [dueWithdrawalCodes.channel] : []),
  ]
  const isPlaced = await writeWith(deps, placement, { name: 'order_place', text: PLACE, values, wakes })
  return isPlaced ? 'placed' : await conflictOf(deps, order)
}

/** Why nothing was written: a statement of its own, which sees what the other one has committed. */
async function conflictOf(deps: StoreDeps, order: Order): Promise<PlacementConflict> {
  const [existing] = await deps.query<{
    of_request: string | null
    of_partner: string | null
    claimed: boolean
  }>({
    name: 'order_conflict',
    text: `
      select (select id from orders where request_id = $3) as of_request,
        (select id from orders where partner_id = $1 and partner_order_id = $2) as of_partner,
        exists (select from partner_order_claim where partner_id = $1 and partner_order_id = $2) as claimed`,
    values: [order.partnerId, order.partnerOrderId, order.requestId],
  })
  if (existing?.of_request) return { is: 'request_used', clientOrderId: existing.of_request }
  if (order.requestId === null && existing?.claimed)
    return { is: 'partner_order_id_taken', clientOrderId: existing.of_partner }
  return { is: 'id_taken' }
}

const SAVE = `
  with given as materialized (select * from jsonb_populate_record(null::orders, $1::jsonb)),
  written as (
    update orders set
      payin_units = given.payin_units, payout_units = given.payout_units, rate = given.rate,
      payin_fee_units = given.payin_fee_units, margin_fee_units = given.margin_fee_units,
      payout_fee_units = given.payout_fee_units, leftover_units = given.leftover_units,
      payin_eur_units = given.payin_eur_units, payout_eur_units = given.payout_eur_units,
      margin_eur_units = given.margin_eur_units,
      network_bps = given.network_bps, service_bps = given.service_bps, spread_bps = given.spread_bps,
      transfer_eur_units = given.transfer_eur_units,
      status = given.status, substatus = given.substatus, seq = given.seq, expires_at = given.expires_at,
      price_held_until = given.price_held_until,
      payout_id = given.payout_id, payout_state = given.payout_state, payout_txid = given.payout_txid,
      payout_reason = given.payout_reason, limit_level = given.limit_level,
      balance_state = given.balance_state, wrong_codes = given.wrong_codes, child_units = given.child_units,
      refund_address = given.refund_address,
      limit_left_units = given.limit_left_units, limit_url = given.limit_url,
      error_message = given.error_message, hold_reason = given.hold_reason,
      due_at = given.due_at, lease_until = null, due_attempts = 0
    from given
    where orders.id = given.id and orders.seq = $5
    returning orders.id, orders.partner_id, orders.due_at
  ),
  code as (
    update withdrawal_code w
    set code_hash = null, body_sealed = null, due_at = null, lease_until = null,
      state = case when w.state = 'waiting' then 'failed' else w.state end
    from written, given
    where given.payin_group = 'balance' and given.status <> 'confirmation_pending' and w.order_id = written.id
      and w.code_hash is not null
  ),
  tries as (
    insert into attempt (${attemptColumns()})
    select ${attemptColumns('a')} from written, jsonb_populate_recordset(null::attempt, $7::jsonb) a
    on conflict (order_id, number) do update set
      state = excluded.state, trans_id = excluded.trans_id, challenge_url = excluded.challenge_url,
      challenge_method = excluded.challenge_method, challenge_params = excluded.challenge_params,
      reason = excluded.reason, settled = excluded.settled, accepted = excluded.accepted,
      amount_units = excluded.amount_units, amount_currency = excluded.amount_currency,
      charged_units = excluded.charged_units, won_units = excluded.won_units,
      taken_units = excluded.taken_units, charged_from = excluded.charged_from
  ),
  transfers as (
    insert into transfer (${transferColumns()})
    select ${transferColumns('t')} from written, jsonb_populate_recordset(null::transfer, $8::jsonb) t
    on conflict (order_id, number) do update set state = excluded.state
  ),
  deposits as (
    insert into deposit (${depositColumns()})
    select ${depositColumns('d')} from written, jsonb_populate_recordset(null::deposit, $9::jsonb) d
    on conflict (order_id, number) do update set
      state = excluded.state, mined_at = excluded.mined_at, is_replacement = excluded.is_replacement,
      refund_fee_units = excluded.refund_fee_units, refund_failures = excluded.refund_failures
  ),
  ${consequences('$10', '$11')}`

async function save(deps: StoreDeps, orderWrite: OrderWrite): Promise<boolean> {
  const { order, seen, fact } = orderWrite
  const at = order.events.at(-1)?.at ?? order.createdAt
  const values = [
    json({ ...toOrderColumns(order), due_at: orderWrite.due }),
    eventsOf(order, seen, fact),
    newsOf(orderWrite.callbacks),
    at,
    seen,
    journalsParameter(orderWrite.journals),
    json(attemptsOf(order.payin).map((attempt) => toAttemptRow(order.id, attempt))),
    json(transfersOf(order.payin).map((transfer) => toTransferRow(order.id, transfer))),
    json(depositsOf(order.payin).map((deposit) => toDepositRow(order.id, deposit))),
  ]
  return writeWith(deps, orderWrite, {
    name: 'order_save',
    text: SAVE,
    values,
    wakes: dueWakes(orderWrite, at),
  })
}

/** Keeps the count of questions, which spaces them out. What made the order due meanwhile came later and stays. */
const AGAIN = `
  update orders set lease_until = null,
    due_at = case when due_at is distinct from lease_until then due_at else $2 end
  where id = $1`

const BIND_CLIENT = `
  update orders set client_id = $3, email = $4, client_country = coalesce(client_country, $5)
  where id = $1 and partner_id = $2 and (client_id is null or client_id = $3) returning id`
