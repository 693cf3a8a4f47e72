import { dueUnlessWoken } from '@cambio/server/work/due.ts'

/**
 * A table of callbacks that wait for their endpoints: those in the partners' own rows, or further ones. Names and texts
 * are the program's constants, never input.
 */
export type CallbackTable = {
  readonly table: 'callback' | 'endpoint_callback'
  /** The column that names the endpoint. */
  readonly endpoint: 'partner_id' | 'endpoint_id'
  /** The table of endpoints, called `p` in `columns`. */
  readonly endpoints: 'partner' | 'callback_endpoint'
  /** What a lease answers of the callback `c` and its endpoint. */
  readonly columns: string
  /** The endpoint's column of when it wanted nothing more. */
  readonly off: 'callbacks_off_at' | 'off_at'
}

/** The most attempts at one delivery that are stored, the latest ones: its partner may resend it without limit. */
const MOST_ATTEMPTS = 100

/** The attempts at a callback `c`, including the attempt of the outcome `g` if it was sent. */
const ATTEMPTS = `case when g.made is null then c.attempts else
        coalesce(case when jsonb_array_length(c.attempts) < ${MOST_ATTEMPTS} then c.attempts else c.attempts - 0 end, '[]')
        || g.made end`

/** Where two endpoints have the callbacks of one order, the order of each is its own. */
function sameEndpoint({ table }: CallbackTable, of: string, inner = ''): string {
  return table === 'callback' ? '' : `and ${inner}endpoint_id = ${of}.endpoint_id`
}

/**
 * Endpoints with something waiting are found one by one in the index, so that what one of them has no room for is not
 * read. What follows a callback in its order comes with it, up to the first that was tried already. One that is due
 * while an earlier one waits is put off; the five seconds are for an end that this statement did not see. Chosen rows
 * are found again by their place (ctid), so that no plan reads the whole table. What is due is asked for by its time
 * alone, and what was tried is told apart once its row was read: by a condition on them the planner may take the index
 * of what waits or is tried again, and read all of it where it was last seen empty.
 */
export function leaseText(queue: CallbackTable): string {
  const { table, endpoint, endpoints, columns } = queue
  return `
  with recursive due_endpoint (id) as (
    (select ${endpoint} from ${table} where due_at is not null order by ${endpoint} limit 1)
    union all
    select (
      select c.${endpoint} from ${table} c
      where c.due_at is not null and c.${endpoint} > due_endpoint.id order by c.${endpoint} limit 1
    )
    from due_endpoint where due_endpoint.id is not null
  ),
  due as materialized (
    select c.*
    from due_endpoint left join unnest($5::text[], $6::int4[]) as taken (id, room) on taken.id = due_endpoint.id
    cross join lateral (
      select ctid as place, tableoid as part, id, ${endpoint}, order_id, seq, created_at from ${table}
      where ${endpoint} = due_endpoint.id and due_at <= $1
        and (lease_until is null or lease_until <= $1)
      order by due_at limit coalesce(taken.room, $4) for update skip locked
    ) c
    where due_endpoint.id is not null limit $3
  ),
  ready as materialized (
    select * from due where created_at + interval '5 minutes' <= $1 or not exists (
      select from ${table} e where e.order_id = due.order_id and e.seq < due.seq and e.state = 'waiting'
        ${sameEndpoint(queue, 'due', 'e.')})
  ),
  chosen as materialized (
    select id, place, part, created_at from ready
    union
    select follower.* from ready cross join lateral (
      select id, ctid as place, tableoid as part, created_at from ${table}
      where order_id = ready.order_id and ${follows('ready')} and state = 'waiting' and due_attempts = 0
        ${sameEndpoint(queue, 'ready')}
        and seq < coalesce((
          select min(seq) filter (where state = 'waiting' and due_attempts > 0) from ${table}
          where order_id = ready.order_id and ${follows('ready')}
            ${sameEndpoint(queue, 'ready')}
        ), 2147483647)
      order by seq for update skip locked
    ) follower
  ),
  unready as materialized (
    select place, part, created_at from due where id not in (select id from chosen)
  ),
  put_off as (
    update ${table} c set lease_until = null,
      due_at = least(c.created_at + interval '5 minutes', $1::timestamptz + interval '5 seconds')
    where ${isAmong('unready')}
  ),
  leased as (
    update ${table} c set due_at = $2, lease_until = $2, leased_by = $7, due_attempts = c.due_attempts + 1
    from ${endpoints} p where ${isAmong('chosen')} and p.id = c.${endpoint}
    returning c.id, c.order_id, c.seq, c.created_at, c.due_attempts as attempt, ${columns}
  )
  select leased.* from leased, (select set_config('synchronous_commit', 'off', true)) unwaited`
}

/** A callback that follows another in its order is not older, but for the clocks of two processes. */
function follows(before: string): string {
  return `seq > ${before}.seq and created_at >= ${before}.created_at - interval '1 day'`
}

/**
 * Whether the callback `c` is one of the rows that a part of the statement has found. Each month of a divided table has
 * their places, too: the time says in which months to look, and the table (tableoid) tells the rows apart.
 */
function isAmong(part: string): string {
  return `c.ctid = any (array(select place from ${part})) and (c.tableoid, c.ctid) in (select part, place from ${part})
      and c.created_at between (select min(created_at) from ${part}) and (select max(created_at) from ${part})`
}

export function renewText({ table }: CallbackTable): string {
  return `
  update ${table} c set lease_until = $3, due_at = ${dueUnlessWoken('$3')}
  from unnest($1::text[], $2::int4[]) as held (id, attempt)
  where c.id = any ($1) and c.created_at between $4 and $5 and c.id = held.id and c.due_attempts = held.attempt
    and c.lease_until is not null`
}

/**
 * A callback that ended makes the next of its order due, which had waited for it, unless that one is in hand, or another
 * process has ended it meanwhile. One that another process is writing is left to it: two that waited for each other would
 * both be undone, and what the endpoint has taken would be sent again. A lease puts off for five seconds at most what is
 * missed by that. The ids are given as a list beside the outcomes, and an end is told by its time: joined alone, or by their
 * state, the planner may read all rows, or all that wait, where it last saw few. $5 and $6 are the span of their times.
 */
export function settleText(queue: CallbackTable): string {
  const { table, endpoint, endpoints, off } = queue
  return `
  with outcome as materialized (
    select * from jsonb_to_recordset($1::jsonb) as g (id text, attempt int4, state text, why text, due timestamptz,
      sent boolean, gone boolean, made jsonb)
  ),
  ended as (
    update ${table} c set state = g.state, why = g.why, ended_at = $2, due_at = null, lease_until = null,
      attempts = ${ATTEMPTS}
    from outcome g where g.state <> 'waiting' and c.id = any ($4::text[]) and c.created_at between $5 and $6
      and c.id = g.id and c.ended_at is null
    returning c.order_id, c.${endpoint}, c.seq, g.gone
  ),
  again as (
    update ${table} c set lease_until = null, why = coalesce(g.why, c.why), attempts = ${ATTEMPTS},
      due_attempts = c.due_attempts - case when g.sent then 0 else 1 end,
      due_at = case when c.due_at is distinct from c.lease_until then c.due_at when g.sent then g.due
        else greatest($2, c.created_at + interval '5 minutes') end
    from outcome g
    where g.state = 'waiting' and c.id = any ($4::text[]) and c.created_at between $5 and $6
      and c.id = g.id and c.ended_at is null and c.due_attempts = g.attempt
  ),
  switched_off as (
    update ${endpoints} p set ${off} = $2
    where p.${off} is null and p.id in (select ${endpoint} from ended where gone)
  ),
  follower as materialized (
    select near.id from ended cross join lateral (
      select f.id from (
        select id from ${table}
        where order_id = ended.order_id and seq > ended.seq and created_at >= $5 and state = 'waiting'
          and id not in (select id from outcome) ${sameEndpoint(queue, 'ended')}
        order by seq limit 1
      ) nearest join ${table} f on f.id = nearest.id
      where f.created_at >= $5 and (f.lease_until is null or f.lease_until <= $2)
      for update of f skip locked
    ) near
  ),
  next as (
    update ${table} c set due_at = $2
    where c.id = any (array(select id from follower)) and c.created_at >= $5 and c.ended_at is null
      and (c.lease_until is null or c.lease_until <= $2)
    returning c.id
  )
  select (select count(*) from next)::int4 as next
  from (
    select set_config('synchronous_commit', case when $3 then current_setting('synchronous_commit') else 'off' end, true)
  ) waited`
}
