import type { DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { languageOfTag } from '@cambio/wire/language/languages.ts'
import type { Hono } from 'hono'
import { missing, send, type PageContext } from '../../pages/answer.ts'
import type { BuiltFiles } from '../../pages/builtFiles.ts'
import { pinnedLoader } from '../../pages/pinnedLoaders.ts'
import { sayIn } from '../../pages/sayIn.ts'

/**
 * Mounts the loader for partners' pages: the current one, those pinned by their content with their manifest, and its
 * advice for a widget that does not load.
 */
export function mountLoaderFiles(app: Hono<DoorEnv>, baseUrl: string, files: BuiltFiles): void {
  const current = pinnedLoader(files.loader)
  const pinned = new Map(
    [current, ...files.formerLoaders.map(pinnedLoader)].map((each) => [each.name, each.file]),
  )
  const folder = pages.loader.slice(0, pages.loader.lastIndexOf('/'))

  app.get(pages.loader, (c) => {
    open(c, 'public, max-age=300')
    return send(c, files.loader)
  })

  app.get(pages.loaderManifest, (c) => {
    open(c, 'public, max-age=300')
    return c.json({ src: `${baseUrl}${folder}/${current.name}`, integrity: current.integrity })
  })

  app.get(`${folder}/words/:locale`, (c) => {
    open(c, 'public, max-age=300')
    const lang = languageOfTag(c.req.param('locale')) ?? 'en'
    const say = sayIn(lang)
    return c.json({ lang, silent: say('loader.silent'), open: say('loader.open'), ...advice })
  })

  app.get(`${folder}/:name`, (c) => {
    const file = pinned.get(c.req.param('name'))
    if (!file) return missing(c)
    open(c, 'public, max-age=31536000, immutable')
    return send(c, file)
  })
}

/**
 * Advice for the developer of the page if a widget is refused. The loader writes it to the console, before the page’s
 * origin.
 */
const advice = {
  request_unknown: 'There is no widget request with this id. Check requestId and baseUrl.',
  origin_not_allowed:
    'This page may not show the widget. Add its origin under Settings on /partner of the exchange, or have the operator add it: partner update … --origin',
}

/** Lets pages of other sites load a file. */
function open(c: PageContext, caching: string): void {
  c.header('Cache-Control', caching)
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
}
