import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const packages = join(import.meta.dirname, '../..')

/** Bytes, compressed, that a browser waits for: the widget's first screen by kind, and the partner's script. */
export function sizes(): { scripts: number; styles: number; loader: number } {
  const widget = join(packages, 'widget/dist')
  const page = readFileSync(join(widget, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/widget\/([^"]+)"/g)].map(([, file = '']) => file)
  const bytes = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + gzipped(join(widget, file)), 0)
  return {
    scripts: bytes(named.filter((file) => file.endsWith('.js'))),
    styles: bytes(named.filter((file) => file.endsWith('.css'))),
    loader: gzipped(join(packages, 'embed/dist/loader.js')),
  }
}

function gzipped(path: string): number {
  return gzipSync(readFileSync(path), { level: 9 }).length
}
