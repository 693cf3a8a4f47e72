import { readdirSync, readFileSync } from 'node:fs'
import { verifyCallback } from '@cambio/partner/callback.ts'
import type { Partner } from '@cambio/partner/client.ts'
import { ProblemError } from '@cambio/partner/ProblemError.ts'
import type { Log } from '@cambio/server/log.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { CreateRequest } from '@cambio/wire/widget/WidgetRequest.ts'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Inbox } from './Inbox.ts'
import { returnPage } from './returnPage.ts'
import { walletPage } from './walletPage.ts'
import { watchedFetch } from './watchedFetch.ts'

/**
 * The demo shop, which is what a partner builds:
 *
 *   GET  /            the shop's page, which opens the widget with the exchange's loader
 *   POST /orders      the shop's backend opens a widget request with signed headers, and shows the page how it did
 *   POST /callbacks   the exchange tells what became of an order; only what is signed counts
 *   GET  /events      the page hears of it
 *   GET  /thanks, /sorry   where the buyer comes back to
 */
export function shopApp(
  deps: {
    /** The shop's way into the exchange, by a fetch of the caller's. */
    partnerBy: (fetch: typeof globalThis.fetch) => Partner
    inbox: Inbox
    now: () => Date
    log: Log
  },
  input: { callbackSecret: string; shopUrl: string; exchangeUrl: string },
): Hono {
  const { partnerBy, inbox, now, log } = deps
  const loader = `${input.exchangeUrl}${pages.loader}`
  const app = new Hono()

  app.use(async (c, next) => {
    await next()
    c.header('Content-Security-Policy', policy(input.exchangeUrl))
    c.header('Referrer-Policy', 'strict-origin-when-cross-origin')
    c.header('X-Content-Type-Options', 'nosniff')
  })

  app.get('/', (c) => c.html(walletPage({ loader, exchangeUrl: input.exchangeUrl })))
  app.get('/thanks', (c) => c.html(returnPage({ went: 'well', orderId: c.req.query('partner_order_id') })))
  app.get('/sorry', (c) => c.html(returnPage({ went: 'wrong', orderId: c.req.query('partner_order_id') })))
  app.get('/assets/:file', (c) => {
    const asset = assets.get(c.req.param('file'))
    return asset ? c.body(asset.content, 200, { 'Content-Type': asset.type }) : c.notFound()
  })

  app.post('/orders', async (c) => {
    const request = CreateRequest.safeParse(await c.req.json().catch(() => null))
    if (!request.success) return c.json({ detail: 'The shop does not sell this.' }, 400)
    const returns = {
      http_return_success: `${input.shopUrl}/thanks`,
      http_return_failed: `${input.shopUrl}/sorry`,
    }
    const { fetch, sent } = watchedFetch()
    try {
      const body = { ...request.data, ...returns }
      const answer = await partnerBy(fetch).call(contract.partner.createRequest, { body })
      return c.json({ ...answer, sent: sent() })
    } catch (error) {
      if (error instanceof ProblemError) return c.json({ ...error.problem, sent: sent() }, 422)
      log.error('the exchange did not answer the shop', { error })
      return c.json(
        { detail: 'The exchange is not responding. Nothing was ordered: try again in a moment.' },
        502,
      )
    }
  })

  app.post('/callbacks', async (c) => {
    const verified = verifyCallback({
      body: await c.req.text(),
      headers: c.req.raw.headers,
      secret: input.callbackSecret,
      now: now(),
    })
    if (!verified.ok) {
      inbox.add({ is: 'refused', why: verified.reason, at: now() })
      return c.text('This callback is not from the exchange.', 401)
    }
    inbox.add({ is: 'verified', id: verified.id, callback: verified.callback, at: now() })
    return c.body(null, 204)
  })

  app.get('/events', (c) =>
    streamSSE(c, async (stream) => {
      const closed = new AbortController()
      stream.onAbort(() => closed.abort())
      for await (const received of inbox.watch(closed.signal)) {
        await stream.writeSSE({ data: JSON.stringify(received) })
      }
    }),
  )

  return app
}

/** What the shop's pages may load: their own files, the exchange's loader, and its frame. */
function policy(exchangeUrl: string): string {
  const exchange = new URL(exchangeUrl).origin
  return [
    "default-src 'none'",
    `script-src 'self' ${exchange}`,
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${exchange}`,
    `frame-src ${exchange}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const folder = new URL('../../page/', import.meta.url)

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

/** The scripts and styles of the shop's pages, as they are in the folder `page`. */
const assets: ReadonlyMap<string, { readonly type: string; readonly content: string }> = new Map(
  readdirSync(folder).flatMap((file) => {
    const type = types[file.split('.').at(-1) ?? '']
    return type ? [[file, { type, content: readFileSync(new URL(file, folder), 'utf8') }] as const] : []
  }),
)
