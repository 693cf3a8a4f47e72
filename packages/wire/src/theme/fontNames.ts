/** The fonts that a theme may name. `system` is the reader's own; the others have files that we serve. */
export const fontNames = ['system', 'inter', 'nunito', 'lora'] as const
export type FontName = (typeof fontNames)[number]

export function isFontName(text: string): text is FontName {
  return fontNames.some((name) => name === text)
}
