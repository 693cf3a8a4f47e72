import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A file of a build, ready to be sent. */
export type BuiltFile = {
  readonly type: string
  readonly body: Uint8Array
  readonly gzipped: Uint8Array
  readonly brotli: Uint8Array
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** A file of a build, compressed once. */
export async function readBuiltFile(path: string): Promise<BuiltFile> {
  const extension = path.slice(path.lastIndexOf('.') + 1)
  const prepared = await readFile(`${path}.br`).catch(() => undefined)
  return compressed(types[extension] ?? 'application/octet-stream', await readFile(path), prepared)
}

/** @param brotli what a build has prepared; else it is made here, as small as it gets */
export async function compressed(type: string, body: Uint8Array, brotli?: Uint8Array): Promise<BuiltFile> {
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength }
  return {
    type,
    body,
    gzipped: await promisify(gzip)(body, { level: 9 }),
    brotli: brotli ?? (await promisify(brotliCompress)(body, { params })),
  }
}
