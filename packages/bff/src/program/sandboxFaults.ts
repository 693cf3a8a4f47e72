import * as z from 'zod/mini'

/** What can be made to fail for one order of a sandbox, as a caller says it; what is left out works. */
export const SandboxFaultSet = z.strictObject({
  /** No price is fresh. */
  rates: z.optional(z.literal('away')),
  /** No code can be mailed. */
  mail: z.optional(z.literal('away')),
  /** No card form can be opened. */
  cards: z.optional(z.literal('away')),
  /** No check of an identity can be begun. */
  verification: z.optional(z.literal('away')),
  /** What was paid out stays on its way. */
  payout: z.optional(z.literal('slow')),
})
export type SandboxFaultSet = z.infer<typeof SandboxFaultSet>

/** As many orders as have faults at once: beyond that, the oldest lose theirs. */
const MOST = 1_000

/**
 * What fails in a sandbox, by the widget request, or by the order where it has none. It is kept in memory: a sandbox that
 * starts again works.
 */
export type SandboxFaults = {
  set(id: string, faults: SandboxFaultSet): void
  has(id: string, part: keyof SandboxFaultSet): boolean
  /** Whatever has this fault. */
  idsWith(part: keyof SandboxFaultSet): readonly string[]
}

export function sandboxFaults(): SandboxFaults {
  const faults = new Map<string, SandboxFaultSet>()
  return {
    set(id, chosen) {
      faults.delete(id)
      if (Object.keys(chosen).length > 0) faults.set(id, chosen)
      const [oldest] = faults.keys()
      if (faults.size > MOST && oldest !== undefined) faults.delete(oldest)
    },
    has: (id, part) => faults.get(id)?.[part] !== undefined,
    idsWith: (part) => [...faults].flatMap(([id, chosen]) => (chosen[part] === undefined ? [] : [id])),
  }
}
