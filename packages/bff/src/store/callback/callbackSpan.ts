const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * A span of time that has all these times, with a day to both sides: clocks of two processes may differ, and a callback may
 * follow one that was written by another. Statements on callbacks are given it, so that of a table that is divided by month
 * one or two months are looked at.
 */
export function callbackSpan(times: readonly Date[]): readonly [from: Date, until: Date] {
  const millis = times.map((time) => time.getTime())
  return [new Date(Math.min(...millis) - DAY_MS), new Date(Math.max(...millis) + DAY_MS)]
}

/** Before every callback of an order that was placed then. */
export function beforeCallbacksOf({ createdAt }: { readonly createdAt: Date }): Date {
  return callbackSpan([createdAt])[0]
}
