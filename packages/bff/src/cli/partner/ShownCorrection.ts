import type { Theme } from '@cambio/wire/theme/Theme.ts'
import { themeCss } from '@cambio/wire/theme/themeCss.ts'
import * as z from 'zod/mini'

/** A colour that the contrast guard changed, in the output of a command. */
export const ShownCorrection = z.object({
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
export type ShownCorrection = z.infer<typeof ShownCorrection>

/** The changes that the contrast guard makes to a theme. */
export function correctionsOf(theme: Theme): ShownCorrection[] {
  const { corrections } = themeCss(theme, '')
  return corrections.map((correction) => ({ ...correction, ratio: Math.floor(correction.ratio * 100) / 100 }))
}

export function correctionText({
  appearance,
  token,
  against,
  was,
  is,
  ratio,
  least,
}: ShownCorrection): string {
  return `${token} (${appearance}) from ${was} to ${is}: on ${against} it had ${ratio}:1 of at least ${least}:1`
}
