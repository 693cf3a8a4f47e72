import { createHash } from 'node:crypto'
import type { BuiltFile } from './BuiltFile.ts'

/** A loader at an address that always has the same content, and the hash that a page pins it with. */
export type PinnedLoader = {
  /** Of its file below `/embed/v1/`. */
  readonly name: string
  /** For the script element's `integrity` (https://www.w3.org/TR/SRI/). */
  readonly integrity: string
  readonly file: BuiltFile
}

export function pinnedLoader(file: BuiltFile): PinnedLoader {
  const hash = createHash('sha384').update(file.plain).digest()
  return {
    name: `loader-${hash.toString('hex').slice(0, 16)}.js`,
    integrity: `sha384-${hash.toString('base64')}`,
    file,
  }
}
