import type { CallbackDelivery } from '@cambio/exchange/callback/CallbackDelivery.ts'
import type { DueTable } from '@cambio/server/work/due.ts'
import { CALLBACKS_CHANNEL } from '../order/orderWrite.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import type { CallbackQueue, Settled } from './CallbackQueue.ts'
import { callbackSpan } from './callbackSpan.ts'
import { endpointColumns, endpointOf, type EndpointRow } from './endpointColumns.ts'
import { leaseText, renewText, settleText, type CallbackTable } from './queueStatements.ts'

export const dueCallbacks: DueTable & { channel: string } = {
  table: 'callback',
  key: 'id',
  channel: CALLBACKS_CHANNEL,
}

type LeasedRow = EndpointRow & {
  readonly id: string
  readonly order_id: string
  readonly seq: number
  readonly created_at: Date
  readonly body: string
  readonly attempt: number
}

/**
 * Callbacks that wait for delivery, in the sequence of their order's events: a later one waits for an earlier one, at
 * most five minutes. A crash of the database may lose the leases and outcomes of its last moments. Then the last
 * callback of an order is sent twice, as after a lost acknowledgement, but none is lost.
 */
export function callbackQueue({ query, keys }: StoreDeps): CallbackQueue {
  return {
    async lease({ at, lease: { until, leaseOwner }, most, capacity, capacities }) {
      const values = [at, until, most, capacity, [...capacities.keys()], [...capacities.values()], leaseOwner]
      const rows = await query<LeasedRow>({ name: 'callback_lease', text: LEASE, values })
      const chains = Map.groupBy(
        rows.toSorted((one, other) => one.seq - other.seq),
        ({ order_id: orderId }) => orderId,
      )
      return [...chains.values()].map((chain) => ({
        receiverId: chain[0]?.partner_id ?? '',
        deliveries: chain.map(deliveryOf),
      }))
    },
    async renew(deliveries, until) {
      const attempts = deliveries.map(({ attempt }) => attempt)
      const span = callbackSpan(deliveries.map(({ createdAt }) => createdAt))
      const values = [deliveries.map(({ key }) => key), attempts, until, ...span]
      await query({ name: 'callback_renew', text: RENEW, values })
    },
    async settle(settled, at) {
      const lasts = settled.some(({ isFollowed }) => isFollowed)
      const ids = settled.map(({ key }) => key)
      const span = callbackSpan(settled.map(({ createdAt }) => createdAt))
      const values = [JSON.stringify(settled.map(outcomeRow)), at, lasts, ids, ...span]
      const [woken] = await query<{ next: number }>({ name: 'callback_settle', text: SETTLE, values })
      return woken !== undefined && woken.next > 0
    },
  }

  function deliveryOf(row: LeasedRow): CallbackDelivery {
    const { id, created_at: createdAt, body, attempt } = row
    return { key: id, id, createdAt, body, attempt, ...endpointOf(keys, row) }
  }
}

/** An outcome as the statement that settles reads it. */
export function outcomeRow({ key, attempt, outcome, made }: Settled) {
  const row = {
    id: key,
    attempt,
    state: 'waiting',
    why: null,
    due: null,
    sent: true,
    gone: false,
    made,
  }
  switch (outcome.is) {
    case 'acknowledged':
      return { ...row, state: 'acknowledged' }
    case 'gone':
      return { ...row, state: 'failed', why: 'gone', gone: true }
    case 'failed':
      return {
        ...row,
        state: outcome.due === null ? 'failed' : 'waiting',
        why: outcome.why,
        due: outcome.due,
      }
    case 'unsent':
      return { ...row, sent: false }
  }
}

const OF_PARTNERS: CallbackTable = {
  table: 'callback',
  endpoint: 'partner_id',
  endpoints: 'partner',
  columns: `c.body, ${endpointColumns('$1')}`,
  off: 'callbacks_off_at',
}
const LEASE = leaseText(OF_PARTNERS)
const RENEW = renewText(OF_PARTNERS)
const SETTLE = settleText(OF_PARTNERS)
