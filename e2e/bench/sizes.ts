import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { bareReactScript } from './bareReact.ts'

const dist = fileURLToPath(new URL('../../packages/widget/dist', import.meta.url))

/** Bytes of a file as it is sent. */
export type Size = { readonly brotli: number; readonly gzip: number }

/** What the first screen waits for, and what a bare React page does. */
export function sizes(): { script: Size; style: Size; bareScript: Size } {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const named = (file: RegExp) => join(dist, file.exec(page)?.[0] ?? '')
  return {
    script: sizeOf(named(/assets\/[^"]+\.js/)),
    style: sizeOf(named(/assets\/[^"]+\.css/)),
    bareScript: sizeOf(bareReactScript),
  }
}

function sizeOf(path: string): Size {
  const content = readFileSync(path)
  return { brotli: brotliCompressSync(content).length, gzip: gzipSync(content, { level: 9 }).length }
}
