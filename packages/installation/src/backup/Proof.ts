import * as z from 'zod/mini'

/** One check of a restored back-up. */
export const Proof = z.object({
  /** What was checked. */
  proof: z.string(),
  /** Null where it could not be checked. */
  holds: z.nullable(z.boolean()),
  /** The result, as a sentence. */
  finding: z.string(),
})
export type Proof = z.infer<typeof Proof>
