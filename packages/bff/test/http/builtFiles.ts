import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { BuiltFiles } from '../../src/pages/builtFiles.ts'
import { guideFiles } from '../../src/pages/guide/guideFiles.ts'

/** What a build would have left, in a line each. */
const file = (type: string, text: string) => {
  const body = Buffer.from(text)
  return { type, body, gzipped: gzipSync(body), brotli: brotliCompressSync(body) }
}
export const builtFiles: BuiltFiles = {
  index: file(
    'text/html; charset=utf-8',
    '<!doctype html><title>widget</title><div id="widget"><!--standing--></div>',
  ),
  assets: new Map([['main-abc.js', file('text/javascript; charset=utf-8', 'export {}')]]),
  loader: file('text/javascript; charset=utf-8', 'window.Cambio = {}'),
  guide: guideFiles(join(import.meta.dirname, '../../../guide/dist')),
}
