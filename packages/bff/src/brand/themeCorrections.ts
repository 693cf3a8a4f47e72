import type { Theme } from '@cambio/wire/theme/Theme.ts'
import type { ThemeCorrection } from '@cambio/wire/theme/ThemeCorrection.ts'
import { themeCss } from '@cambio/wire/theme/themeCss.ts'

/** The changes that the contrast guard makes to a partner's theme; none where it has no theme. */
export function themeCorrections(theme: Theme | null): ThemeCorrection[] {
  if (theme === null) return []
  const { corrections } = themeCss(theme, '')
  return corrections.map((correction) => ({ ...correction, ratio: Math.floor(correction.ratio * 100) / 100 }))
}

/** A correction in words for a person. */
export function correctionText({
  appearance,
  token,
  against,
  was,
  is,
  ratio,
  least,
}: ThemeCorrection): string {
  return `${token} (${appearance}) from ${was} to ${is}: on ${against} it had ${ratio}:1 of at least ${least}:1`
}
