import * as z from 'zod/mini'

/** What a doctor found about one part of what it examines. */
export const Finding = z.object({
  /** The part that was examined. */
  check: z.string(),
  /** `bad` does not work or will lose something, `warning` needs attention, `good` needs nothing. */
  state: z.enum(['good', 'warning', 'bad']),
  /** What was found, as a sentence. */
  finding: z.string(),
  /** What to do about it, as a sentence; null if nothing. */
  mend: z.nullable(z.string()),
})
export type Finding = z.infer<typeof Finding>

/** A part that is as it should be. */
export function good(check: string, finding: string): Finding {
  return { check, state: 'good', finding, mend: null }
}

/** A part that does not work. */
export function bad(check: string, finding: string, mend: string): Finding {
  return { check, state: 'bad', finding, mend }
}

/** A part that works but needs attention. */
export function warning(check: string, finding: string, mend: string): Finding {
  return { check, state: 'warning', finding, mend }
}
