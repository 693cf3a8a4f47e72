import * as z from 'zod/mini'

/** One thing that was looked at in a restored back-up. */
export const Proof = z.object({
  /** What was looked at. */
  proof: z.string(),
  /** Null for what could not be tried. */
  holds: z.nullable(z.boolean()),
  /** What was found, as a sentence. */
  finding: z.string(),
})
export type Proof = z.infer<typeof Proof>
