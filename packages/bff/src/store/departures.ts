import type { PayoutRules } from '@cambio/exchange/catalogue/PayoutRules.ts'
import type { Departures, WaitReason } from '@cambio/exchange/departure/Departures.ts'
import type { Statement } from '@cambio/server/postgres/Database.ts'
import * as Money from '@cambio/wire/Money.ts'
import { dueOrders } from './order/orderWrite.ts'
import type { StoreDeps } from './StoreDeps.ts'

const MINUTE_MS = 60 * 1_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** How long a wait counts without a new look, milliseconds: waiting payments are checked every minute. */
const WAITING_MS = 3 * MINUTE_MS

/** The minutes from which on payments count against the caps of an hour and of a day; the first one counts whole. */
function capSpans(now: Date): { hour: Date; day: Date } {
  const minute = minuteOf(now).getTime()
  return { hour: new Date(minute - HOUR_MS), day: new Date(minute - DAY_MS) }
}

function minuteOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)
}

/** Since when a payment must have been checked to count as waiting. */
export function waitingSince(now: Date): Date {
  return new Date(now.getTime() - WAITING_MS)
}

/** Payments that left while there was a cap, and payments that wait to leave. */
export function departureStore(deps: StoreDeps): Departures {
  const { query, now } = deps
  return {
    count: ({ paymentId, amount }, eurCents, { hourEurCents, dayEurCents }) =>
      deps.transaction(async (query) => {
        await query({ name: 'departure_hold', text: LOCK, values: [] })
        const at = now()
        const { hour, day } = capSpans(at)
        const values = [paymentId, amount.currency, eurCents, at, hour, day, hourEurCents, dayEurCents]
        const [row] = await query<{ why: Exclude<WaitReason, 'paused'> | null }>({
          name: 'departure_count',
          text: COUNT,
          values: [...values, minuteOf(at)],
        })
        return row?.why ?? null
      }),
    async keepWaiting({ paymentId, orderId, amount: { units, currency } }, why) {
      const values = [paymentId, orderId, currency, units, why, now()]
      await query({ name: 'departure_wait', text: KEEP_WAITING, values })
    },
  }
}

/** One payment is counted at a time, by the statement after this one, which sees all that were counted before. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('departures', 0))`

const COUNT = `
  with used as (
    select coalesce(sum(eur_cents) filter (where minute >= $5), 0) as hour, coalesce(sum(eur_cents), 0) as day
    from departure_minute where minute >= $6
  ),
  answer as (
    select case
      when exists (select from departure where payment_id = $1) then null
      when hour + $3::int8 > $7::int8 then 'hour_cap'
      when day + $3::int8 > $8::int8 then 'day_cap'
    end as why
    from used
  ),
  counted as (
    insert into departure (payment_id, currency, eur_cents, at)
    select $1, $2, $3, $4 from answer where why is null on conflict do nothing returning eur_cents
  ),
  summed as (
    insert into departure_minute as known (minute, eur_cents) select $9, eur_cents from counted
    on conflict (minute) do update set eur_cents = known.eur_cents + excluded.eur_cents
  )
  select why from answer`

/** A wait that had ended begins again. */
const KEEP_WAITING = `
  insert into departure_waiting as kept (payment_id, order_id, currency, units, why, since, seen_at)
  values ($1, $2, $3, $4, $5, $6, $6)
  on conflict (payment_id) do update set why = excluded.why, seen_at = excluded.seen_at,
    since = case when kept.seen_at > excluded.seen_at - interval '${WAITING_MS} milliseconds' then kept.since
      else excluded.since end`

/** A payment that waits to leave. */
export type Waiting = {
  readonly paymentId: string
  readonly orderId: string
  readonly amount: Money.Money
  readonly why: WaitReason
  readonly since: Date
}

type WaitingRow = {
  readonly payment_id: string
  readonly order_id: string
  readonly currency: string
  readonly units: bigint
  readonly why: WaitReason
  readonly since: Date
}

/** The payments that wait to leave, the longest first. */
export async function waitingDepartures({
  query,
  now,
}: Pick<StoreDeps, 'query' | 'now'>): Promise<Waiting[]> {
  const rows = await query<WaitingRow>({
    name: 'departures_waiting',
    text: `
      select payment_id, order_id, currency, units, why, since from departure_waiting
      where seen_at > $1 order by since, payment_id`,
    values: [waitingSince(now())],
  })
  return rows.map(({ payment_id: paymentId, order_id: orderId, currency, units, why, since }) => ({
    paymentId,
    orderId,
    amount: { units, currency },
    why,
    since,
  }))
}

/** The amounts counted against each cap, EUR cents. */
export async function usedOfCaps({ query, now }: Pick<StoreDeps, 'query' | 'now'>) {
  const { hour, day } = capSpans(now())
  const [row] = await query<{ hour: bigint; day: bigint }>({
    name: 'departures_used',
    text: `
      select coalesce(sum(eur_cents) filter (where minute >= $1), 0)::int8 as hour,
        coalesce(sum(eur_cents), 0)::int8 as day
      from departure_minute where minute >= $2`,
    values: [hour, day],
  })
  return row ?? { hour: 0n, day: 0n }
}

/** Makes every order with a waiting payment due at once. */
export function wakeWaiting(now: Date): Statement {
  return {
    wakes: [dueOrders.channel],
    name: 'departures_wake',
    text: `
      with woken as (delete from departure_waiting returning order_id)
      update orders set due_at = $1, due_attempts = 0
      where id in (select order_id from woken) and due_at > $1 and lease_until is null`,
    values: [now],
  }
}

/** The used share of a cap from which it counts as nearly used up, percent. */
export const NEAR_CAP_PERCENT = 80

/** The caps that are nearly used up. */
export const COUNT_NEAR_CAPS = `
  select count(*) from (values ($1::timestamptz, $2::int8), ($3::timestamptz, $4::int8)) as span (since, cap)
  where cap is not null
    and (select coalesce(sum(eur_cents), 0) from departure_minute where minute >= since) * 100 >= cap * ${NEAR_CAP_PERCENT}`

/** The parameters of `COUNT_NEAR_CAPS`. */
export function nearCapValues(now: Date, { hourEurCents, dayEurCents }: PayoutRules): readonly unknown[] {
  const { hour, day } = capSpans(now)
  return [hour, hourEurCents, day, dayEurCents]
}
