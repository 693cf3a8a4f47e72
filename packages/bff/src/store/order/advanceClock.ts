import type { Database, Query } from '@cambio/server/postgres/Database.ts'
import { dueWithdrawalCodes } from '../balance/withdrawals.ts'
import { dueOrders } from './orderWrite.ts'

/** The order and the widget request whose time passes; an order of the API has no request. */
export type Timed = { readonly orderId: string | null; readonly requestId: string | null }

/** Seconds that PostgreSQL can still subtract. A deadline that is further in the past has passed all the same. */
const MOST_SECONDS = 3_000_000_000

/**
 * Lets time pass for one order and the quotes of its request, and for nothing else: each of their deadlines comes
 * nearer. Past events keep their time.
 * @param seconds how much; a negative number moves the deadlines away
 */
export async function advanceClock(
  { database }: { readonly database: Database },
  { orderId, requestId }: Timed,
  seconds: number,
): Promise<void> {
  const by = Math.min(seconds, MOST_SECONDS)
  await database.transaction(async (query) => {
    if (orderId !== null) await advanceOrder(query, orderId, by)
    if (requestId !== null) await advanceQuotes(query, requestId, by)
  })
}

async function advanceOrder(query: Query, orderId: string, seconds: number): Promise<void> {
  await query({
    wakes: [dueOrders.channel],
    name: 'clock_order',
    text: `
      update orders set expires_at = expires_at - make_interval(secs => $2),
        price_held_until = price_held_until - make_interval(secs => $2),
        due_at = due_at - make_interval(secs => $2)
      where id = $1`,
    values: [orderId, seconds],
  })
  await query({
    wakes: [dueWithdrawalCodes.channel],
    name: 'clock_code',
    text: `
      update withdrawal_code set expires_at = expires_at - make_interval(secs => $2),
        due_at = due_at - make_interval(secs => $2)
      where order_id = $1`,
    values: [orderId, seconds],
  })
}

/** A stored quote never changes: another one replaces it. */
async function advanceQuotes(query: Query, requestId: string, seconds: number): Promise<void> {
  await query({
    name: 'clock_quotes',
    text: `
      with former as (delete from quote where request_id = $1 returning *)
      insert into quote
      select (jsonb_populate_record(null::quote,
        to_jsonb(former) || jsonb_build_object('expires_at', expires_at - make_interval(secs => $2)))).*
      from former`,
    values: [requestId, seconds],
  })
}
