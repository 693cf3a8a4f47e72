/** How most due rows of the exchange are worked. A row rests for `leaseMs` when the process at work on it was killed. */
export const pace = { leaseMs: 10_000, batch: 16, concurrency: 16 } as const
