import * as z from 'zod/mini'

/** A colour of a theme that the contrast guard changed. */
export const ThemeCorrection = z.object({
  appearance: z.enum(['light', 'dark']),
  token: z.string(),
  /** The token that it could not be distinguished from. */
  against: z.string(),
  was: z.string(),
  is: z.string(),
  /** The contrast that the two had, and the required minimum. */
  ratio: z.number(),
  least: z.number(),
})
export type ThemeCorrection = z.infer<typeof ThemeCorrection>
