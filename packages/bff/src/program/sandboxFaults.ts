import * as z from 'zod/mini'

/**
 * The faults that can be simulated for one order of a sandbox, as a caller sends them; parts that are left out work.
 */
export const SandboxFaultSet = z.strictObject({
  /** No price is fresh; or prices have moved against the buyer, so that the next one is worse. */
  rates: z.optional(z.enum(['away', 'moved'])),
  /** No code can be mailed. */
  mail: z.optional(z.literal('away')),
  /** No card form can be opened. */
  cards: z.optional(z.literal('away')),
  /** The next card form has run out of time when it opens, and the fault ends with it. */
  card_form: z.optional(z.literal('expired')),
  /** No check of an identity can be begun. */
  verification: z.optional(z.literal('away')),
  /** Pay-outs stay under way. */
  payout: z.optional(z.literal('slow')),
})
export type SandboxFaultSet = z.infer<typeof SandboxFaultSet>

/** The most orders with faults at once: beyond that, the oldest lose theirs. */
const MOST = 1_000

/**
 * The simulated faults of a sandbox, by widget request, or by order if it has none. They are kept in memory, so a
 * restart ends them.
 */
export type SandboxFaults = {
  set(id: string, faults: SandboxFaultSet): void
  has(id: string, part: keyof SandboxFaultSet): boolean
  /** What is wrong with the prices; undefined where nothing is. */
  rates(id: string): SandboxFaultSet['rates']
  /** Ends one fault. @returns whether it was set */
  take(id: string, part: keyof SandboxFaultSet): boolean
  /** The ids with this fault. */
  idsWith(part: keyof SandboxFaultSet): readonly string[]
}

export function sandboxFaults(): SandboxFaults {
  const faults = new Map<string, SandboxFaultSet>()
  function set(id: string, chosen: SandboxFaultSet): void {
    faults.delete(id)
    if (Object.keys(chosen).length > 0) faults.set(id, chosen)
    const [oldest] = faults.keys()
    if (faults.size > MOST && oldest !== undefined) faults.delete(oldest)
  }
  return {
    set,
    has: (id, part) => faults.get(id)?.[part] !== undefined,
    rates: (id) => faults.get(id)?.rates,
    take(id, part) {
      const { [part]: taken, ...others } = faults.get(id) ?? {}
      if (taken !== undefined) set(id, others)
      return taken !== undefined
    },
    idsWith: (part) => [...faults].flatMap(([id, chosen]) => (chosen[part] === undefined ? [] : [id])),
  }
}
