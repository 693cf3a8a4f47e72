import { requestIdOf, type DoorEnv } from '@cambio/server/http/door.ts'
import type { Hono } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import type { Opened } from '../../authenticate/entry.ts'
import { logoPath } from '../../brand/logoPath.ts'
import { themeOf } from '../../brand/themeOf.ts'
import { themeStyle } from '../../brand/themeStyle.ts'
import { compressedPage } from '../../http/compressed.ts'
import { legalFooter } from '../../legal/legalFooter.ts'
import {
  missing,
  ownPolicy,
  readable,
  readersLanguage,
  send,
  show,
  type PageContext,
} from '../../pages/answer.ts'
import type { BuiltFiles } from '../../pages/builtFiles.ts'
import { fallbackContent } from '../../pages/fallbackContent.ts'
import { applyPolicy } from '../../pages/policy.ts'
import { suspendedPage } from '../../pages/suspended.ts'
import { widgetDocument, type Shown } from '../../pages/widgetDocument.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { Stores } from '../../store/stores.ts'
import { ancestorsOf } from '../../widget/ancestors.ts'
import { cachedTypicalSeconds } from '../../widget/cachedTypicalSeconds.ts'
import { countriesFileOf } from '../../widget/countriesFile.ts'
import { openingOf } from '../../widget/openingOf.ts'

/** The widget, framed by a partner's page or for one order at top level, and the files it is made of. */
export function mountWidgetPages(
  app: Hono<DoorEnv>,
  exchange: Exchange,
  stores: Stores,
  files: BuiltFiles,
): void {
  const baseOrigin = new URL(exchange.baseUrl).origin
  const paymentOrigin = new URL(exchange.paymentUrl).origin

  const writePage = widgetDocument(Buffer.from(files.index.plain).toString())
  const viewing = { ...exchange, typicalSeconds: cachedTypicalSeconds(exchange) }

  app.use('/w/*', compressedPage())
  app.use('/o/*', compressedPage())

  app.get('/w/:request_id', readable, async (c) => {
    const request = await stores.requests.find(c.req.param('request_id'))
    const partner = request && (await stores.partners.find(request.partnerId))
    if (!partner) return missing(c)
    if (partner.isSuspended && request.orderId === null)
      return suspended(c, partner.name, ancestorsOf(exchange, partner))
    const order = request.orderId === null ? undefined : await stores.orders.find(request.orderId)
    const opened = { kind: 'request', partner, request, order: order ?? null } as const
    return widgetPage(c, opened, ancestorsOf(exchange, partner))
  })

  // The order itself opens by its secret, which the page reads from its own address.
  app.get('/o/:client_order_id', readable, async (c) => {
    const order = await stores.orders.findBySecret(c.req.param('client_order_id'), c.req.query('k') ?? '')
    const partner = order && (await stores.partners.find(order.partnerId))
    return partner ? widgetPage(c, { kind: 'order', partner, request: null, order }, []) : missing(c)
  })

  app.get('/widget/assets/:name', (c) => {
    const file = files.assets.get(c.req.param('name'))
    if (!file) return missing(c)
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    return send(c, file)
  })

  // A former address of the list is answered, but must not be cached.
  app.get('/widget/countries/:name', async (c) => {
    const { path, file } = countriesFileOf(exchange.catalogue.now().countries)
    if (c.req.path === path) c.header('Cache-Control', 'public, max-age=31536000, immutable')
    return send(c, file)
  })

  async function widgetPage(c: PageContext, opened: Opened, framedBy: readonly string[]): Promise<Response> {
    const firstScreen = await files.firstScreen()
    const opening = await openingOf({ exchange: viewing, stores, firstScreen }, opened)
    const { partner, order } = opened
    const theme = await themeOf(stores, opened)
    const style = themeStyle(theme, logoPath(partner.brand.logoDark))
    // The bank may be opened in a separate window, which notifies this one when the buyer returns.
    c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
    applyPolicy(c, {
      'script-src': ["'self'"],
      'style-src': ["'self'", ...style.sources],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'frame-src': [...new Set(["'self'", baseOrigin, paymentOrigin])],
      'frame-ancestors': framedBy,
    })
    const shown = shownIn(c)
    const drawing = await firstScreen.draw(opening, localesOf(c)).catch((error: unknown) => {
      exchange.log.error('the first screen could not be drawn', { error, requestId: requestIdOf(c) })
      return null
    })
    const language = readersLanguage(c)
    const foot = legalFooter(c.var, language)
    return c.html(
      writePage({
        standing: fallbackContent({ partnerName: partner.name, order, language, foot }),
        opening,
        drawing,
        style: style.element,
        shown: { ...shown, appearance: shown.appearance ?? theme?.appearance },
      }),
    )
  }
}

/** The languages that the page's address asks for, and then those that its reader's browser does. */
function localesOf(c: PageContext): string[] {
  const accepted = parseAccept(c.req.header('accept-language') ?? '').map(({ type }) => type)
  return [c.req.query('locale') ?? [], accepted].flat()
}

/** How the page is shown, by its address and its browser. */
function shownIn(c: PageContext): Shown {
  const isAlone = c.req.header('sec-fetch-dest') === 'document'
  const appearance = c.req.query('appearance')
  return {
    alone: isAlone,
    closable: !isAlone && c.req.query('mode') === 'modal',
    appearance: appearance === 'light' || appearance === 'dark' ? appearance : undefined,
  }
}

/** The page for requests of a suspended partner. */
function suspended(c: PageContext, partnerName: string, framedBy: readonly string[]): Promise<Response> {
  c.status(403)
  const language = readersLanguage(c)
  return show(c, suspendedPage(partnerName, language, legalFooter(c.var, language)), {
    ...ownPolicy,
    'frame-ancestors': framedBy,
  })
}
