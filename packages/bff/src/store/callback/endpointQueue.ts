import type { DueTable } from '@cambio/server/work/due.ts'
import type { Keys } from '../../program/Keys.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import type { CallbackQueue } from './CallbackQueue.ts'
import { outcomeRow } from './callbacks.ts'
import { callbackSpan } from './callbackSpan.ts'
import { leaseText, renewText, settleText, type CallbackTable } from './queueStatements.ts'

/** Callbacks on their way to the further endpoints of partners. The trigger that writes them notifies this channel. */
export const dueEndpointCallbacks: DueTable & { channel: string } = {
  table: 'endpoint_callback',
  key: 'id',
  channel: 'endpoint_callbacks_due',
}

type LeasedRow = {
  readonly id: string
  readonly callback_id: string
  readonly endpoint_id: string
  readonly order_id: string
  readonly seq: number
  readonly created_at: Date
  /** Null once it was removed for its age. */
  readonly body: string | null
  readonly attempt: number
  readonly url: string | null
  readonly secret_sealed: Buffer
  readonly former_secret_sealed: Buffer | null
}

/** Like the queue of partners' own endpoints, for each further one by itself. */
export function endpointQueue({ query, keys }: StoreDeps): CallbackQueue {
  return {
    async lease({ at, lease: { until, leaseOwner }, most, capacity, capacities }) {
      const values = [at, until, most, capacity, [...capacities.keys()], [...capacities.values()], leaseOwner]
      const rows = await query<LeasedRow>({ name: 'endpoint_callback_lease', text: LEASE, values })
      const chains = Map.groupBy(
        rows.toSorted((one, other) => one.seq - other.seq),
        ({ endpoint_id: endpointId, order_id: orderId }) => `${endpointId} ${orderId}`,
      )
      return [...chains.values()].map((chain) => ({
        receiverId: chain[0]?.endpoint_id ?? '',
        deliveries: chain.map((row) => {
          const { id: key, callback_id: id, created_at: createdAt, attempt, body } = row
          return { key, id, createdAt, attempt, body: body ?? '', ...endpointOf(keys, row) }
        }),
      }))
    },
    async renew(deliveries, until) {
      const attempts = deliveries.map(({ attempt }) => attempt)
      const span = callbackSpan(deliveries.map(({ createdAt }) => createdAt))
      const values = [deliveries.map(({ key }) => key), attempts, until, ...span]
      await query({ name: 'endpoint_callback_renew', text: RENEW, values })
    },
    async settle(settled, at) {
      const lasts = settled.some(({ isFollowed }) => isFollowed)
      const ids = settled.map(({ key }) => key)
      const span = callbackSpan(settled.map(({ createdAt }) => createdAt))
      const values = [JSON.stringify(settled.map(outcomeRow)), at, lasts, ids, ...span]
      const [woken] = await query<{ next: number }>({
        name: 'endpoint_callback_settle',
        text: SETTLE,
        values,
      })
      return woken !== undefined && woken.next > 0
    },
  }
}

/** The endpoint of a callback. One whose body was removed is no longer sent. */
function endpointOf(keys: Keys, row: LeasedRow) {
  const { url, body, endpoint_id: id, former_secret_sealed: former } = row
  return {
    url: body === null ? null : url,
    secret: openEndpointSecret(keys, id, row.secret_sealed),
    formerSecret: former && openEndpointSecret(keys, id, former),
  }
}

/** Seals the secret that signs the callbacks to a further endpoint. */
export function sealEndpointSecret(keys: Keys, endpointId: string, secret: string): Uint8Array {
  return keys.seal(`callback endpoint secret ${endpointId}`, secret)
}

export function openEndpointSecret(keys: Keys, endpointId: string, sealed: Uint8Array): string {
  return keys.open(`callback endpoint secret ${endpointId}`, sealed)
}

/** What the secrets of the endpoint `p` are read by, at the time in a parameter. */
export function endpointSecretColumns(at: string): string {
  return `p.secret_sealed, case when p.former_secret_until > ${at} then p.former_secret_sealed end as former_secret_sealed`
}

/** SQL: the body of a callback that is sent to further endpoints, too, of its row in `endpoint_callback`; null once removed. */
export function bodyOf(row: string): string {
  return `(select b.body from callback b where b.id = ${row}.callback_id and b.created_at = ${row}.created_at)`
}

const OF_ENDPOINTS: CallbackTable = {
  table: 'endpoint_callback',
  endpoint: 'endpoint_id',
  endpoints: 'callback_endpoint',
  columns: `c.callback_id, c.endpoint_id, ${bodyOf('c')} as body,
      case when p.off_at is null then p.url end as url, ${endpointSecretColumns('$1')}`,
  off: 'off_at',
}
const LEASE = leaseText(OF_ENDPOINTS)
const RENEW = renewText(OF_ENDPOINTS)
const SETTLE = settleText(OF_ENDPOINTS)
