import { readFileSync } from 'node:fs'

const folder = new URL('../../page/', import.meta.url)

/** The files of the shop's pages, as they are in the folder `page`. */
export const assets: ReadonlyMap<string, { readonly type: string; readonly content: string }> = new Map([
  ['shop.js', asset('shop.js', 'text/javascript; charset=utf-8')],
  ['shop.css', asset('shop.css', 'text/css; charset=utf-8')],
])

function asset(file: string, type: string) {
  return { type, content: readFileSync(new URL(file, folder), 'utf8') }
}
