/** How most due rows of the exchange are processed. A row is free again after `leaseMs` if its process was killed. */
export const pace = { leaseMs: 10_000, batch: 16, concurrency: 16 } as const
