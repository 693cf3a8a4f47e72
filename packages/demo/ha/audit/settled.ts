import { setTimeout as after } from 'node:timers/promises'
import type { Finding, Installation } from './Installation.ts'

const LOOK_MS = 1_000

/** Waits until nothing is under way, for so long at most. */
export async function settled(
  { cluster }: Pick<Installation, 'cluster'>,
  withinMs: number,
): Promise<readonly Finding[]> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const left = await cluster
      .query<{ orders: number; callbacks: number; unsealed: number }>('exchange', UNDER_WAY)
      .then(([row]) => row)
      .catch(() => undefined)
    if (left !== undefined && left.orders + left.callbacks + left.unsealed === 0) return []
    if (Date.now() > deadline)
      return [{ is: 'wrong', what: `still under way after ${withinMs / 1_000} s: ${JSON.stringify(left)}` }]
    await after(LOOK_MS)
  }
}

/** Orders with money in them that have not ended, callbacks that wait, and journals that no seal covers yet. */
const UNDER_WAY = `
  select
    (select count(*) from exchange.orders o
      where status not in ('finished', 'refunded', 'canceled', 'expired', 'error') and (
        payout_state = 'sending'
        or exists (select from exchange.attempt where order_id = o.id and state in ('open', 'held', 'settled', 'returning'))
        or exists (select from exchange.deposit where order_id = o.id)
        or exists (select from exchange.transfer where order_id = o.id)))::int as orders,
    (select count(*) from exchange.callback where state = 'waiting')::int as callbacks,
    (select count(*) from exchange.journal_unsealed)::int as unsealed`
