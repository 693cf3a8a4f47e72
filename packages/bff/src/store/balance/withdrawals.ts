import { timingSafeEqual } from 'node:crypto'
import type { CallbackDelivery, CallbackOutcome } from '@cambio/exchange/callback/CallbackDelivery.ts'
import type { WithdrawalCode } from '@cambio/exchange/order/OrderStore.ts'
import type { Withdrawal, WithdrawalStore } from '@cambio/exchange/payin/balance/WithdrawalStore.ts'
import type { DueTable } from '@cambio/server/work/due.ts'
import type { Keys } from '../../program/Keys.ts'
import type { CallbackQueue } from '../callback/CallbackQueue.ts'
import { codeEndpointColumns, endpointOf, type EndpointRow } from '../callback/endpointColumns.ts'
import type { StoreDeps } from '../StoreDeps.ts'

export const dueWithdrawalCodes: DueTable & { channel: string } = {
  table: 'withdrawal_code',
  key: 'order_id',
  channel: 'withdrawal_codes_due',
}

/** Checks the codes of withdrawals, and queues the callbacks that deliver them to partners. */
export type PostgresWithdrawalStore = WithdrawalStore & { readonly codeQueue: CallbackQueue }

export function withdrawalStore(deps: StoreDeps): PostgresWithdrawalStore {
  const { query, keys } = deps
  return {
    async check(uuid, code) {
      const text = `${CHECK} where w.uuid = $1`
      const [row] = await query<CheckRow>({ name: 'withdrawal_check', text, values: [uuid] })
      return row && compared(keys, row, code)
    },
    async checkOfOrder(orderId, code) {
      const text = `${CHECK} where w.order_id = $1`
      const [row] = await query<CheckRow>({ name: 'withdrawal_check_order', text, values: [orderId] })
      return row && compared(keys, row, code)
    },
    codeQueue: codeQueue(deps),
  }
}

/** The columns of a code: a keyed digest of the code, and its callback sealed under our key, both in hexadecimal. */
export function toCodeColumns(
  keys: Keys,
  orderId: string,
  { uuid, code, expiresAt, callback }: WithdrawalCode,
) {
  return {
    uuid,
    code_hash: hashOf(keys, orderId, code).toString('hex'),
    callback_id: callback.id,
    body_sealed: keys.seal(subjectOf(orderId), callback.body).toString('hex'),
    expires_at: expiresAt,
  }
}

type CheckRow = {
  readonly order_id: string
  readonly partner_id: string
  readonly client_id: string
  readonly code_hash: Buffer | null
}

const CHECK = `
  select w.order_id, o.partner_id, o.client_id, w.code_hash
  from withdrawal_code w join orders o on o.id = w.order_id`

function compared(keys: Keys, row: CheckRow, code: string): Withdrawal {
  const { order_id: orderId, partner_id: partnerId, client_id: clientId, code_hash } = row
  const isRight = code_hash !== null && timingSafeEqual(code_hash, hashOf(keys, orderId, code))
  return { orderId, partnerId, clientId, isRight }
}

type LeasedRow = EndpointRow & {
  readonly order_id: string
  readonly callback_id: string
  readonly created_at: Date
  readonly body_sealed: Buffer | null
  readonly attempt: number
}

/**
 * The queue of codes, keyed by their order's id: each order has one. A code that has expired, or whose withdrawal
 * ended, is ended instead of leased.
 */
function codeQueue({ query, keys }: StoreDeps): CallbackQueue {
  return {
    async lease({ at, lease: { until, leaseOwner }, most, capacity, capacities }) {
      const values = [at, until, most, capacity, [...capacities.keys()], [...capacities.values()], leaseOwner]
      const rows = await query<LeasedRow>({ name: 'withdrawal_code_lease', text: LEASE, values })
      return rows.flatMap((row) =>
        row.body_sealed === null
          ? []
          : [{ receiverId: row.partner_id, deliveries: [deliveryOf(keys, row, row.body_sealed)] }],
      )
    },
    async renew(deliveries, until) {
      const values = [deliveries.map(({ key }) => key), until]
      await query({ name: 'withdrawal_code_renew', text: RENEW, values })
    },
    async settle(settled) {
      for (const { key, outcome } of settled) {
        if (outcome.is === 'failed' && outcome.due !== null)
          await query({ name: 'withdrawal_code_retry', text: RETRY, values: [key, outcome.why, outcome.due] })
        else await query({ name: 'withdrawal_code_end', text: END, values: [key, ...endOf(outcome)] })
      }
      return false
    },
  }
}

function endOf(outcome: CallbackOutcome): readonly [state: string, why: string | null] {
  if (outcome.is === 'acknowledged') return ['acknowledged', null]
  return ['failed', outcome.is === 'failed' ? outcome.why : outcome.is]
}

function deliveryOf(keys: Keys, row: LeasedRow, sealed: Buffer): CallbackDelivery {
  const { order_id: orderId, callback_id: id, created_at: createdAt, attempt } = row
  const body = keys.open(subjectOf(orderId), sealed)
  return { key: orderId, id, createdAt, body, attempt, ...endpointOf(keys, row) }
}

/** The most codes that one lease considers, longest due first. With a limit, PostgreSQL finds them by the index on time. */
const MOST_DUE = 4_096

const LEASE = `
  with due as materialized (
    select w.place, w.due_at, o.partner_id, w.has_ended,
      row_number() over (partition by o.partner_id order by w.due_at) as turn
    from (
      select ctid as place, order_id, due_at, body_sealed is null or expires_at <= $1 as has_ended from withdrawal_code
      where due_at <= $1 and (lease_until is null or lease_until <= $1)
      order by due_at limit ${MOST_DUE}
    ) w cross join lateral (select partner_id from orders where id = w.order_id limit 1) o
  ),
  chosen as materialized (
    select ctid as place, body_sealed is null or expires_at <= $1 as has_ended from withdrawal_code
    where due_at <= $1 and ctid = any (array(
      select due.place from due
      left join unnest($5::text[], $6::int4[]) as taken (partner_id, room) on taken.partner_id = due.partner_id
      where due.has_ended or due.turn <= coalesce(taken.room, $4)
      order by due.due_at limit $3
    ))
    for update skip locked
  ),
  ended as (
    update withdrawal_code set state = 'failed', why = 'over', body_sealed = null, due_at = null, lease_until = null
    where ctid = any (array(select place from chosen where has_ended)) and state = 'waiting'
  )
  update withdrawal_code w set due_at = $2, lease_until = $2, leased_by = $7, due_attempts = w.due_attempts + 1
  from orders o, partner p
  where w.ctid = any (array(select place from chosen where not has_ended)) and o.id = w.order_id and p.id = o.partner_id
  returning w.order_id, w.callback_id, o.created_at, w.body_sealed, w.due_attempts as attempt, ${codeEndpointColumns('$1')}`

const RENEW = `
  update withdrawal_code set due_at = $2, lease_until = $2
  where order_id = any($1) and state = 'waiting' and lease_until is not null`

/** Drops the sealed code: a confirmation is compared with its hash. */
const END = `
  update withdrawal_code set state = $2, why = $3, body_sealed = null, due_at = null, lease_until = null
  where order_id = $1 and state = 'waiting'`

const RETRY = `
  update withdrawal_code set why = $2, due_at = $3, lease_until = null
  where order_id = $1 and state = 'waiting'`

function hashOf(keys: Keys, orderId: string, code: string): Buffer {
  return keys.fingerprint(subjectOf(orderId), code)
}

function subjectOf(orderId: string): string {
  return `withdrawal code ${orderId}`
}
