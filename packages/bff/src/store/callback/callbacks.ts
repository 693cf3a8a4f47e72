import type { CallbackDelivery } from '@cambio/exchange/callback/CallbackDelivery.ts'
import { dueUnlessWoken, type DueTable } from '@cambio/server/work/due.ts'
import { CALLBACKS_CHANNEL } from '../order/orderWrite.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import type { CallbackQueue, Settled } from './CallbackQueue.ts'
import { endpointColumns, endpointOf, type EndpointRow } from './endpointColumns.ts'

export const dueCallbacks: DueTable & { channel: string } = {
  table: 'callback',
  key: 'id',
  channel: CALLBACKS_CHANNEL,
}

type LeasedRow = EndpointRow & {
  readonly id: string
  readonly order_id: string
  readonly seq: number
  readonly body: string
  readonly attempt: number
}

/**
 * Callbacks waiting to go out, in the order of their order's life: a later one waits for an earlier one, at most five
 * minutes. A crash of the database may lose the leases and ends of its last moments; then the last callback of an order goes
 * out twice, as it does when an acknowledgement is lost on its way, and none is lost.
 */
export function callbackQueue({ query, keys }: StoreDeps): CallbackQueue {
  return {
    async lease({ at, lease: { until, leaseOwner }, most, room, rooms }) {
      const values = [at, until, most, room, [...rooms.keys()], [...rooms.values()], leaseOwner]
      const rows = await query<LeasedRow>({ name: 'callback_lease', text: LEASE, values })
      const chains = Map.groupBy(
        rows.toSorted((one, other) => one.seq - other.seq),
        ({ order_id: orderId }) => orderId,
      )
      return [...chains.values()].map((chain) => ({
        partnerId: chain[0]?.partner_id ?? '',
        deliveries: chain.map(deliveryOf),
      }))
    },
    async renew(deliveries, until) {
      const values = [deliveries.map(({ key }) => key), deliveries.map(({ attempt }) => attempt), until]
      await query({ name: 'callback_renew', text: RENEW, values })
    },
    async settle(settled, at) {
      const lasts = settled.some(({ isFollowed }) => isFollowed)
      const values = [JSON.stringify(settled.map(rowOf)), at, lasts]
      const [woken] = await query<{ next: number }>({ name: 'callback_settle', text: SETTLE, values })
      return woken !== undefined && woken.next > 0
    },
  }

  function deliveryOf(row: LeasedRow): CallbackDelivery {
    const { id, body, attempt } = row
    return { key: id, id, body, attempt, ...endpointOf(keys, row) }
  }
}

/** An outcome as the statement reads it. */
function rowOf({ key, attempt, outcome }: Settled) {
  const row = { id: key, attempt, state: 'waiting', why: null, due: null, sent: true, gone: false }
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

/**
 * Partners with something waiting are found one by one in the index, so that what one of them has no room for is not
 * read. What follows a callback in its order comes with it, up to the first that was tried already. One that is due
 * while an earlier one waits is put off; the five seconds are for an end that this statement did not see. Chosen rows
 * are found again by their place (ctid), so that no plan reads the whole table. What is due is asked for by its time alone,
 * and what was tried is told apart once its row was read: by a condition on them the planner may take the index of what
 * waits or is tried again, and read all of it where it was last seen empty.
 */
const LEASE = `
  with recursive due_partner (id) as (
    (select partner_id from callback where due_at is not null order by partner_id limit 1)
    union all
    select (
      select c.partner_id from callback c
      where c.due_at is not null and c.partner_id > due_partner.id order by c.partner_id limit 1
    )
    from due_partner where due_partner.id is not null
  ),
  due as materialized (
    select c.*
    from due_partner left join unnest($5::text[], $6::int4[]) as taken (partner_id, room) on taken.partner_id = due_partner.id
    cross join lateral (
      select ctid as place, id, order_id, seq, created_at from callback
      where partner_id = due_partner.id and due_at <= $1
        and (lease_until is null or lease_until <= $1)
      order by due_at limit coalesce(taken.room, $4) for update skip locked
    ) c
    where due_partner.id is not null limit $3
  ),
  ready as materialized (
    select * from due where created_at + interval '5 minutes' <= $1 or not exists (
      select from callback e where e.order_id = due.order_id and e.seq < due.seq and e.state = 'waiting')
  ),
  chosen as materialized (
    select id, place from ready
    union
    select follower.* from ready cross join lateral (
      select id, ctid as place from callback
      where order_id = ready.order_id and seq > ready.seq and state = 'waiting' and due_attempts = 0
        and seq < coalesce((
          select min(seq) filter (where state = 'waiting' and due_attempts > 0) from callback
          where order_id = ready.order_id and seq > ready.seq
        ), 2147483647)
      order by seq for update skip locked
    ) follower
  ),
  put_off as (
    update callback c set lease_until = null,
      due_at = least(c.created_at + interval '5 minutes', $1::timestamptz + interval '5 seconds')
    where c.ctid = any (array(select place from due where id not in (select id from chosen)))
  ),
  leased as (
    update callback c set due_at = $2, lease_until = $2, leased_by = $7, due_attempts = c.due_attempts + 1
    from partner p where c.ctid = any (array(select place from chosen)) and p.id = c.partner_id
    returning c.id, c.order_id, c.seq, c.body, c.due_attempts as attempt, ${endpointColumns('$1')}
  )
  select leased.* from leased, (select set_config('synchronous_commit', 'off', true)) unwaited`

const RENEW = `
  update callback c set lease_until = $3, due_at = ${dueUnlessWoken('$3')}
  from unnest($1::text[], $2::int4[]) as held (id, attempt)
  where c.id = held.id and c.due_attempts = held.attempt and c.lease_until is not null`

/**
 * A callback that ended makes the next of its order due, which had waited for it, unless that one is in hand, or another
 * process has ended it meanwhile. One that another process is writing is left to it: two that waited for each other would both be undone,
 * and what the receiver has taken would be sent again. A lease puts off for five seconds at most what is missed by that.
 */
const SETTLE = `
  with outcome as materialized (
    select * from jsonb_to_recordset($1::jsonb)
      as g (id text, attempt int4, state text, why text, due timestamptz, sent boolean, gone boolean)
  ),
  ended as (
    update callback c set state = g.state, why = g.why, ended_at = $2, due_at = null, lease_until = null
    from outcome g where g.state <> 'waiting' and c.id = g.id and c.state = 'waiting'
    returning c.order_id, c.partner_id, c.seq, g.gone
  ),
  again as (
    update callback c set lease_until = null, why = coalesce(g.why, c.why),
      due_attempts = c.due_attempts - case when g.sent then 0 else 1 end,
      due_at = case when c.due_at is distinct from c.lease_until then c.due_at when g.sent then g.due
        else greatest($2, c.created_at + interval '5 minutes') end
    from outcome g
    where g.state = 'waiting' and c.id = g.id and c.state = 'waiting' and c.due_attempts = g.attempt
  ),
  switched_off as (
    update partner p set callbacks_off_at = $2
    where p.callbacks_off_at is null and p.id in (select partner_id from ended where gone)
  ),
  next as (
    update callback c set due_at = $2
    from ended cross join lateral (
      select f.id from (
        select id from callback
        where order_id = ended.order_id and seq > ended.seq and state = 'waiting'
          and id not in (select id from outcome)
        order by seq limit 1
      ) nearest join callback f on f.id = nearest.id
      for update of f skip locked
    ) follower
    where c.id = follower.id and c.state = 'waiting' and (c.lease_until is null or c.lease_until <= $2)
    returning c.id
  )
  select (select count(*) from next)::int4 as next
  from (
    select set_config('synchronous_commit', case when $3 then current_setting('synchronous_commit') else 'off' end, true)
  ) waited`
