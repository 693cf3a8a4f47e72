import type { TypicalSeconds } from '@cambio/wire/widget/Widget.ts'
import type { Exchange } from '../program/Exchange.ts'
import { typicalSeconds, type Way } from '../store/order/typicalSeconds.ts'

/** How long orders of a way usually take. */
export type TypicalSecondsOf = (way: Way) => Promise<TypicalSeconds>

/** Within this time a way is not measured again, milliseconds. */
const HOLD_MS = 5 * 60_000
/** The same where too few orders tell so far. */
const HOLD_UNKNOWN_MS = 5_000
/** Orders that were placed before are not asked, milliseconds. */
const SPAN_MS = 30 * 24 * 60 * 60_000

type Held = { readonly seconds: Promise<TypicalSeconds>; readonly since: number; holdMs: number }

/** Measures each way at most once in five minutes, however many buyers look at their orders. */
export function heldTypicalSeconds({
  database,
  clock,
}: Pick<Exchange, 'database' | 'clock'>): TypicalSecondsOf {
  const heldByWay = new Map<string, Held>()

  function measure(way: Way, key: string, now: number): Held {
    const seconds = typicalSeconds(database.query, way, new Date(now - SPAN_MS))
    const held: Held = { seconds, since: now, holdMs: HOLD_MS }
    heldByWay.set(key, held)
    seconds.then(
      ({ payout }) => {
        if (payout === null) held.holdMs = HOLD_UNKNOWN_MS
      },
      () => heldByWay.delete(key),
    )
    return held
  }

  return (way) => {
    const key = `${way.payin_group} ${way.payout_group} ${way.payout_currency}`
    const now = clock.now().getTime()
    const held = heldByWay.get(key)
    // Either way: a clock that is set back must not hold it until it is where it was.
    const isFresh = held && Math.abs(now - held.since) < held.holdMs
    return (isFresh ? held : measure(way, key, now)).seconds
  }
}
