import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { StartRefused } from '@cambio/server/StartRefused.ts'

/** A file of a build, ready to be sent. */
export type BuiltFile = {
  readonly type: string
  readonly body: Uint8Array
  readonly gzipped: Uint8Array
  readonly brotli: Uint8Array
}

/** What browsers load: the widget's page and assets, and the partner's script. Read once, at start. */
export type BuiltFiles = {
  readonly index: BuiltFile
  /** By their name below `/widget/assets/`; nothing outside this map is ever looked for. */
  readonly assets: ReadonlyMap<string, BuiltFile>
  readonly loader: BuiltFile
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** @throws StartRefused when the packages have not been built */
export async function readBuiltFiles(folders: { widget: string; embed: string }): Promise<BuiltFiles> {
  try {
    const names = (await readdir(join(folders.widget, 'assets'))).filter((name) => !name.endsWith('.br'))
    const assets = await Promise.all(
      names.map(async (name) => [name, await read(join(folders.widget, 'assets', name))] as const),
    )
    return {
      index: await read(join(folders.widget, 'index.html')),
      assets: new Map(assets),
      loader: await read(join(folders.embed, 'loader.js')),
    }
  } catch (error) {
    throw new StartRefused('The widget and the loader have not been built: run "pnpm run build" first.', {
      cause: error,
    })
  }
}

async function read(path: string): Promise<BuiltFile> {
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
