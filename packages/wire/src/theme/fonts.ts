import type { FontName } from './fontNames.ts'

/*
 * The fonts that we serve from our own origin, each as a few files of which a browser loads those whose letters it
 * needs. `system` is the reader's own and has no file. Letters that a font lacks are the system's.
 */

type ServedFont = Exclude<FontName, 'system'>

const systemSans = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

const families: Readonly<Record<ServedFont, { readonly family: string; readonly fallback: string }>> = {
  inter: { family: 'Inter', fallback: systemSans },
  nunito: { family: 'Nunito', fallback: systemSans },
  lora: { family: 'Lora', fallback: "Georgia, 'Times New Roman', serif" },
}

/** The letters of each file, as Unicode ranges. */
export const fontSubsets: Readonly<Record<string, string>> = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  cyrillic: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
}

/** The fonts that have files. */
export const servedFonts: readonly ServedFont[] = ['inter', 'nunito', 'lora']

/** A font as a value of `font-family`. */
export function familyOf(name: FontName): string {
  if (name === 'system') return systemSans
  const { family, fallback } = families[name]
  return `'${family}', ${fallback}`
}

/** The `@font-face` rules of a font. @param folder the address that its files are served below, `/widget/fonts` */
export function fontFaces(name: FontName, folder: string): string {
  if (name === 'system') return ''
  return Object.entries(fontSubsets)
    .map(
      ([subset, range]) =>
        `@font-face{font-family:'${families[name].family}';font-style:normal;font-weight:200 900;font-display:fallback;` +
        `src:url(${folder}/${fontFile(name, subset)}) format('woff2');unicode-range:${range}}`,
    )
    .join('')
}

/** The name of a file that is served. */
export function fontFile(name: ServedFont, subset: string): string {
  return `${name}-${subset}.woff2`
}
