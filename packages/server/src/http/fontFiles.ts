import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fontFile, fontSubsets, servedFonts } from '@cambio/wire/theme/fonts.ts'

/** Font files by the names that they are served under. */
export type FontFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** Reads our font files. woff2 is already compressed. */
export function readFontFiles(): FontFiles {
  const { resolve } = createRequire(import.meta.url)
  const files = servedFonts.flatMap((font) =>
    Object.keys(fontSubsets).map((subset) => {
      const path = resolve(`@fontsource-variable/${font}/files/${font}-${subset}-wght-normal.woff2`)
      return [fontFile(font, subset), new Uint8Array(readFileSync(path))] as const
    }),
  )
  return new Map(files)
}
