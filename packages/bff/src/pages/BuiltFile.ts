import { readFile } from 'node:fs/promises'
import { compressible, type Compressible } from '@cambio/server/http/Compressible.ts'

/** A file of a build, or a generated text, ready to be sent. */
export type BuiltFile = Compressible & { readonly type: string }

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** Reads a file of a build with its compressed forms. */
export async function readBuiltFile(path: string): Promise<BuiltFile> {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  const prepared = await readFile(`${path}.br`).catch(() => undefined)
  return {
    type: types[extension] ?? 'application/octet-stream',
    ...compressible(await readFile(path), prepared),
  }
}
