import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { compressible } from '@cambio/server/http/Compressible.ts'
import type { DoorEnv } from '@cambio/server/http/door.ts'
import { once } from '@cambio/server/once.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { Hono } from 'hono'
import { missing, readable, send } from '../pages/answer.ts'
import { readBuiltFile, type BuiltFile } from '../pages/BuiltFile.ts'
import { applyPolicy } from '../pages/policy.ts'
import type { Exchange } from '../program/Exchange.ts'
import { mountPlayground } from './playground/mountPlayground.ts'
import { referencePaths } from './site/chapters.ts'

/** The files that browsers load for the pages of the reference. */
const assetsFolder = join(import.meta.dirname, '../../browser')

/**
 * Mounts the API reference on an app, for programs and for people. Each text is generated once, when it is first
 * requested, and its code is imported then: generating all of them would delay each start.
 */
export function mountReference(app: Hono<DoorEnv>, exchange: Exchange): void {
  const { baseUrl, version } = exchange
  const described = () => import('./openapi.ts')
  mountDocument(app, pages.openapi, async () => (await described()).openapi({ baseUrl, version }))
  mountDocument(app, pages.openapiWidget, async () =>
    (await described()).openapiOfWidget({ baseUrl, version }),
  )
  mountAssets(app)
  if (exchange.mode === 'sandbox') mountPlayground(app, exchange)
  for (const path of referencePaths) {
    const page = once(async () => {
      const { referencePage } = await import('./site/reference.ts')
      return textFile('text/html; charset=utf-8', String(await referencePage(exchange, path)))
    })
    app.get(path, async (c) => {
      applyPolicy(c, {
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'"],
        'connect-src': ["'self'"],
      })
      return send(c, await page())
    })
  }
}

/** Mounts styles, scripts and the search index. */
function mountAssets(app: Hono<DoorEnv>): void {
  const index = once(async () => {
    const { searchIndex } = await import('./site/searchIndex.ts')
    return textFile('application/json', JSON.stringify(searchIndex()))
  })
  app.get(`${pages.docs}/search.json`, async (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    return send(c, await index())
  })
  const assets = once(readAssets)
  app.get(`${pages.docs}/assets/:name`, readable, async (c) => {
    const file = (await assets()).get(c.req.param('name'))
    if (!file) return missing(c)
    c.header('Cache-Control', 'public, max-age=300')
    return send(c, file)
  })
}

async function readAssets(): Promise<ReadonlyMap<string, BuiltFile>> {
  const names = (await readdir(assetsFolder)).filter((name) => /\.(?:css|js|svg)$/.test(name))
  const files = names.map(async (name) => [name, await readBuiltFile(join(assetsFolder, name))] as const)
  return new Map(await Promise.all(files))
}

/** A generated text, compressed at a moderate level: the best level would cost a page's first reader a second. */
async function textFile(type: string, text: string): Promise<BuiltFile> {
  const body = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength }
  return { type, ...compressible(body, await promisify(brotliCompress)(body, { params })) }
}

/** A description that any page may load. */
function mountDocument(
  app: Hono<DoorEnv>,
  path: string,
  describe: () => Promise<Readonly<Record<string, unknown>>>,
): void {
  const document = once(async () => textFile('application/json', JSON.stringify(await describe())))
  app.get(path, async (c) => {
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    return send(c, await document())
  })
}
