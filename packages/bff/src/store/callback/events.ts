import type { Metadata } from '@cambio/wire/partner/Metadata.ts'
import type { StoreDeps } from '../StoreDeps.ts'

/** A callback in its partner's feed: its body as it was sent, or of a withdrawal's code what is not secret. */
export type StoredEvent = {
  readonly id: bigint
  readonly callbackId: string
  readonly orderId: string
  /** What it reports, such as `client_order.finished` or `withdrawal_code`. */
  readonly kind: string
  readonly createdMicros: bigint
  /** Whether it stands in the feed without being a callback: its partner has not asked for it. */
  readonly isFeedOnly: boolean
} & ({ readonly body: string } | { readonly withdrawal: StoredWithdrawal })

export type StoredWithdrawal = {
  readonly orderId: string
  readonly partnerOrderId: string
  readonly uuid: string
  readonly expiresAt: Date
  readonly metadata: Metadata
}

export type EventStore = {
  /** A partner's events after one, oldest first, of the time since then. */
  read(range: {
    partnerId: string
    after: number
    since: Date
    limit: number
  }): Promise<readonly StoredEvent[]>
}

/** How many events one statement numbers. */
const NUMBERED_AT_ONCE = 2_000

export function eventStore({ query, reads }: StoreDeps): EventStore {
  return {
    async read({ partnerId, after, since, limit }) {
      for (let numbered = NUMBERED_AT_ONCE; numbered === NUMBERED_AT_ONCE;) {
        const [row] = await query<{ numbered: number }>({
          name: 'event_number',
          text: 'select number_events($1, $2, $3) as numbered',
          values: [partnerId, since, NUMBERED_AT_ONCE],
        })
        numbered = row?.numbered ?? 0
      }
      const values = [partnerId, after, since, limit]
      const rows = await reads<EventRow>({ name: 'event_read', text: READ, values })
      return rows.map(eventOf)
    },
  }
}

type EventRow = {
  readonly id: bigint
  readonly callback_id: string
  readonly created_micros: bigint
  readonly body: string | null
  readonly feed_only: boolean
  readonly order_id: string
  readonly kind: string
  readonly partner_order_id: string | null
  readonly uuid: string | null
  readonly expires_at: Date | null
  readonly metadata: Metadata | null
}

function eventOf(row: EventRow): StoredEvent {
  const { order_id: orderId, partner_order_id: partnerOrderId, uuid, expires_at: expiresAt } = row
  const event = {
    id: row.id,
    callbackId: row.callback_id,
    orderId,
    kind: row.kind,
    createdMicros: row.created_micros,
    isFeedOnly: row.feed_only,
  }
  if (row.body !== null) return { ...event, body: row.body }
  if (partnerOrderId === null || uuid === null || expiresAt === null)
    throw new Error(`Event ${row.id} says nothing`)
  return { ...event, withdrawal: { orderId, partnerOrderId, uuid, expiresAt, metadata: row.metadata ?? {} } }
}

/** A callback from before kinds were kept reports a change of its order. */
const READ = `
  (
    select event as id, id as callback_id, (extract(epoch from created_at) * 1000000)::int8 as created_micros, body, state = 'feed_only' as feed_only,
      order_id, coalesce(kind, 'client_order') as kind, null as partner_order_id, null as uuid, null::timestamptz as expires_at,
      null::jsonb as metadata
    from callback
    where partner_id = $1 and event > $2 and created_at >= $3 and body is not null order by event limit $4
  )
  union all
  (
    select w.event, w.callback_id, (extract(epoch from o.created_at) * 1000000)::int8, null, false,
      w.order_id, 'withdrawal_code', o.partner_order_id, w.uuid, w.expires_at,
      (select m.metadata from order_metadata m where m.order_id = o.id)
    from withdrawal_code w join orders o on o.id = w.order_id
    where w.reader = $1 and w.event > $2 and o.created_at >= $3 order by w.event limit $4
  )
  order by id limit $4`
