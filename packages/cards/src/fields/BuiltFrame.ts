import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { compressible, type Compressible } from '@cambio/server/http/Compressible.ts'
import { readFontFiles, type FontFiles } from '@cambio/server/http/fontFiles.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import type { FontName } from '@cambio/wire/theme/fontNames.ts'
import { familyOf, fontFaces, servedFonts } from '@cambio/wire/theme/fonts.ts'
import * as z from 'zod/mini'

/** The built script of the hosted fields, with its style in it, held in memory: a few small files that are asked for often. */
export type BuiltFrame = {
  /** Its path on the platform's origin. */
  readonly script: string
  /** Files by name, under `/fields/assets/`. */
  readonly assets: ReadonlyMap<string, Asset>
  /** Fonts and the style sheet of each, by name, under `/fields/fonts/`. */
  readonly fonts: FontFiles
}

export type Asset = Compressible & { readonly type: string }

/** Reads a build of `packages/cards/frame`; a missing one refuses the start. */
export function readFrame(directory = join(import.meta.dirname, '../../dist/frame')): BuiltFrame {
  const manifest = Manifest.parse(JSON.parse(readManifest(directory)))
  const script = manifest['main.ts']
  if (!script) throw new Error('The build of the card fields lacks its script.')
  const files = readdirSync(join(directory, 'assets'))
  return {
    script: pathOf(script.file),
    assets: new Map(files.map((file) => [file, asset(join(directory, 'assets', file))])),
    fonts: new Map([...readFontFiles(), ...servedFonts.map(fontSheet)]),
  }
}

const Manifest = z.record(z.string(), z.object({ file: z.string() }))

function readManifest(directory: string): string {
  try {
    return readFileSync(join(directory, '.vite/manifest.json'), 'utf8')
  } catch (error) {
    throw new StartRefused('The card fields are not built yet: run `pnpm build`, then start again.', {
      cause: error,
    })
  }
}

function pathOf(file: string): string {
  return `/fields/${file}`
}

/** The style sheet by which the frame takes on a font. */
function fontSheet(font: FontName): readonly [name: string, body: Uint8Array<ArrayBuffer>] {
  const css = `${fontFaces(font, '/fields/fonts')}:root:root{--font:${familyOf(font)}}`
  return [`${font}.css`, new Uint8Array(Buffer.from(css))]
}

function asset(path: string): Asset {
  return {
    type: extname(path) === '.css' ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
    ...compressible(new Uint8Array(readFileSync(path))),
  }
}
