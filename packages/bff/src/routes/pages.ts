import type { Context, Hono, Next } from 'hono'
import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { verify } from '@cambio/exchange/limit/verify.ts'
import { readNotice } from '@cambio/rails/card/readNotice.ts'
import type { DoorEnv } from '@cambio/server/door.ts'
import { pages } from '@cambio/wire/pages.ts'
import { ancestorsOf } from '../widget/ancestors.ts'
import type { Exchange } from '../program/Exchange.ts'
import { challengeScript, fieldsOf, framedChallenge, topChallenge } from '../pages/challenge.ts'
import { opensChallenge } from '../pages/challengePath.ts'
import type { BuiltFile, BuiltFiles } from '../pages/builtFiles.ts'
import { languageOf } from '../pages/language.ts'
import { notFoundPage } from '../pages/notFound.ts'
import type { Html } from '../pages/Page.ts'
import { pageStyle } from '../pages/pageStyle.ts'
import { applyPolicy, type Policy } from '../pages/policy.ts'
import { returnedPage, returnedScript } from '../pages/returned.ts'
import { verificationPage, verifiedPage } from '../pages/verification.ts'
import { isStorable } from '../http/isKeepable.ts'
import type { Stores } from '../store/stores.ts'

type PageContext = Context<DoorEnv>

/** What a page of ours may load: our own style and script. */
const own: Policy = { 'style-src': ["'self'"], 'script-src': ["'self'"] }

/** Everything that answers a browser, or a platform, instead of an API's caller. */
export function mountPages(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores, files: BuiltFiles): void {
  const baseOrigin = new URL(exchange.baseUrl).origin
  const paymentOrigin = new URL(exchange.paymentUrl).origin
  const framers = (partner: Partner) => ["'self'", ...ancestorsOf(exchange, partner)]

  app.get('/w/:request_id', readable, async (c) => {
    const request = await stores.requests.find(c.req.param('request_id'))
    const partner = request && (await stores.partners.find(request.partnerId))
    return partner ? widgetPage(c, ancestorsOf(exchange, partner)) : missing(c)
  })

  // The order itself opens by its secret, which the page reads from its own address.
  app.get('/o/:client_order_id', readable, async (c) => {
    const order = await stores.orders.findBySecret(c.req.param('client_order_id'), c.req.query('k') ?? '')
    return order ? widgetPage(c, []) : missing(c)
  })

  app.get('/widget/assets/:name', (c) => {
    const file = files.assets.get(c.req.param('name'))
    if (!file) return missing(c)
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    return send(c, file)
  })

  app.get(pages.loader, (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    return send(c, files.loader)
  })

  app.get('/pages/page.css', (c) => text(c, 'text/css', pageStyle))
  app.get('/pages/challenge.js', (c) => text(c, 'text/javascript', challengeScript))
  app.get('/pages/returned.js', (c) => text(c, 'text/javascript', returnedScript))

  app.get('/challenge/:client_order_id/:key', readable, async (c) => {
    const order = await stores.orders.find(c.req.param('client_order_id'))
    const attempt = order?.attempts.find((other) => opensChallenge(exchange.keys, other, c.req.param('key')))
    if (!order || !attempt) return missing(c)
    const challenge = attempt.state === 'challenged' ? attempt.challenge : null
    if (!challenge) return back(c, order)
    const bank = [...new Set(['https:', paymentOrigin])]
    // The bank's frame ends on the return page, which is our own.
    const policy = { ...own, 'form-action': bank, 'frame-src': ["'self'", ...bank] }
    if (attempt.returnTo === 'frame')
      return show(c, framedChallenge(challenge), {
        ...policy,
        'frame-ancestors': framers(await partnerOf(order)),
      })
    if (challenge.method === 'GET' && fieldsOf(challenge.params).length === 0)
      return c.redirect(challenge.url, 303)
    return show(c, topChallenge(challenge), policy)
  })

  for (const path of ['/paystatus/:client_key/:order_id/', '/paystatus/:client_key/:order_id'])
    app.on(['GET', 'POST'], path, readable, async (c) => {
      const platformOrderId = c.req.param('order_id') ?? ''
      const order = await stores.orders.findByPlatformOrderId(platformOrderId)
      if (!order || c.req.param('client_key') !== exchange.merchant.clientKey) return missing(c)
      await stores.hints.file(platformOrderId)
      return back(c, order)
    })

  app.get('/verification/:token', readable, async (c) => {
    const verification = await stores.verifications.find(c.req.param('token'))
    if (!verification || exchange.mode !== 'sandbox') return missing(c)
    return show(c, verificationPage(verification.level), { ...own, 'form-action': ["'self'"] })
  })

  // The token in the address is the only thing that lets anyone decide, and it works once.
  app.post('/verification/:token', readable, async (c) => {
    if (exchange.mode !== 'sandbox') return missing(c)
    const decision = new URLSearchParams(await c.req.text()).get('decision')
    if (decision !== 'approve' && decision !== 'refuse') return missing(c)
    const { rates, catalogue, random, clock } = exchange
    const deps = { ...stores, rates, catalogue, random, now: () => clock.now() }
    const approved = decision === 'approve'
    const order = await verify(deps, { token: c.req.param('token'), approved })
    return order ? show(c, verifiedPage(approved), own) : missing(c)
  })

  app.post(pages.cardNotice, async (c) => {
    const chargeOf = async (platformOrderId: string) => {
      const order = isStorable(platformOrderId)
        ? await stores.orders.findByPlatformOrderId(platformOrderId)
        : undefined
      const attempt = order?.attempts.find((other) => other.platformOrderId === platformOrderId)
      return order?.email && attempt ? { email: order.email, card: attempt.card } : undefined
    }
    const notice = await readNotice({ ...exchange.merchant, chargeOf }, await c.req.text())
    if (notice === 'unsigned') return c.text('ERROR', 400)
    await stores.hints.file(notice.platformOrderId)
    return c.text('OK')
  })

  /** The page that a buyer comes back to from the bank, whatever the bank said. */
  async function back(c: PageContext, order: Order): Promise<Response> {
    c.header('Cross-Origin-Opener-Policy', 'unsafe-none')
    return show(c, returnedPage(order), { ...own, 'frame-ancestors': framers(await partnerOf(order)) })
  }

  async function partnerOf({ partnerId }: Order): Promise<Partner> {
    const partner = await stores.partners.find(partnerId)
    if (!partner) throw new Error(`There is no partner ${partnerId}`)
    return partner
  }

  function widgetPage(c: PageContext, framedBy: readonly string[]): Response {
    applyPolicy(c, {
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'frame-src': [...new Set(["'self'", baseOrigin, paymentOrigin])],
      'frame-ancestors': framedBy,
    })
    return send(c, files.index)
  }
}

/** An address with a text that is kept nowhere leads nowhere. */
function readable<Path extends string>(c: Context<DoorEnv, Path>, next: Next): Promise<void | Response> {
  const texts = Object.values({ ...c.req.param(), ...c.req.query() })
  return texts.every(isStorable) ? next() : missing(c)
}

function missing(c: PageContext): Promise<Response> {
  c.status(404)
  c.header('Vary', 'Accept-Language')
  return show(c, notFoundPage(languageOf(c.req.header('accept-language'))), own)
}

async function show(c: PageContext, html: Html, policy: Policy): Promise<Response> {
  applyPolicy(c, policy)
  return c.html(html)
}

function text(c: PageContext, type: string, body: string): Response {
  c.header('Content-Type', `${type}; charset=utf-8`)
  c.header('Cache-Control', 'public, max-age=300')
  return c.body(body)
}

function send(c: PageContext, file: BuiltFile): Response {
  c.header('Content-Type', file.type)
  c.header('Vary', 'Accept-Encoding')
  const gzip = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  if (gzip) c.header('Content-Encoding', 'gzip')
  return c.body(new Uint8Array(gzip ? file.gzipped : file.body))
}
