import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import type { DoorEnv } from '@cambio/server/http/door.ts'
import type { Hono } from 'hono'
import { themeOf } from '../../brand/themeOf.ts'
import { smallPageStyle } from '../../brand/themeStyle.ts'
import { legalFooter } from '../../legal/legalFooter.ts'
import {
  missing,
  ownPolicy,
  readable,
  readersLanguage,
  show,
  text,
  type PageContext,
} from '../../pages/answer.ts'
import { challengeScript, fieldsOf, framedChallenge, topChallenge } from '../../pages/bank/challenge.ts'
import { opensChallenge } from '../../pages/bank/challengePath.ts'
import { returnedPage, returnedScript } from '../../pages/bank/returned.ts'
import { findAttempt } from '../../payin/card/findAttempt.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { Stores } from '../../store/stores.ts'
import { ancestorsOf } from '../../widget/ancestors.ts'

/** Mounts the pages that take the buyer to the bank and back. */
export function mountBankPages(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores): void {
  const paymentOrigin = new URL(exchange.paymentUrl).origin
  const framers = (partner: Partner) => ["'self'", ...ancestorsOf(exchange, partner)]

  app.get('/pages/challenge.js', (c) => text(c, 'text/javascript', challengeScript))
  app.get('/pages/returned.js', (c) => text(c, 'text/javascript', returnedScript))

  app.get('/challenge/:client_order_id/:key', readable, async (c) => {
    const order = await stores.orders.find(c.req.param('client_order_id'))
    const attempt =
      order && findAttempt(order, (other) => opensChallenge(exchange.keys, other, c.req.param('key')))
    if (!order || !attempt) return missing(c)
    // A window that the widget opened stays its own, all the way to the bank and back.
    c.header('Cross-Origin-Opener-Policy', 'unsafe-none')
    const challenge = attempt.state === 'challenged' ? attempt.challenge : null
    if (!challenge) return back(c, order, attempt.returnTo)
    const bank = [...new Set(['https:', paymentOrigin])]
    // The bank's frame ends on the return page, which is our own.
    const language = readersLanguage(c)
    const { partner, style, styled } = await lookOf(order)
    const policy = { ...styled, 'form-action': bank, 'frame-src': ["'self'", ...bank] }
    if (attempt.returnTo === 'frame' && c.req.query('tab') === undefined)
      return show(c, framedChallenge(challenge, language, style), {
        ...policy,
        'frame-ancestors': framers(partner),
      })
    // A browser would keep the part after the # when it is redirected.
    const request = c.req.query('resume') === undefined ? undefined : (order.requestId ?? undefined)
    if (request === undefined && challenge.method === 'GET' && fieldsOf(challenge.params).length === 0)
      return c.redirect(challenge.url, 303)
    const foot = legalFooter(c.var, language)
    return show(c, topChallenge(challenge, language, { style, foot, request }), policy)
  })

  // A buyer's return proves nothing: it is filed as a notice, and the platform is asked.
  for (const path of ['/paystatus/:client_key/:order_id/', '/paystatus/:client_key/:order_id'])
    app.on(['GET', 'POST'], path, readable, async (c) => {
      const reference = c.req.param('order_id') ?? ''
      const order = await stores.orders.findByPlatformOrderId(reference)
      if (!order || c.req.param('client_key') !== exchange.merchantKey) return missing(c)
      await stores.inbox.file({ source: 'card', reference })
      const attempt = findAttempt(order, ({ platformOrderId }) => platformOrderId === reference)
      return back(c, order, attempt?.returnTo ?? 'top')
    })

  /** The page to which the bank returns a buyer, whatever it decided. */
  async function back(c: PageContext, order: Order, returnTo: 'frame' | 'top'): Promise<Response> {
    c.header('Cross-Origin-Opener-Policy', 'unsafe-none')
    const language = readersLanguage(c)
    const { partner, style, styled } = await lookOf(order)
    const look = { style, foot: legalFooter(c.var, language) }
    return show(c, returnedPage(order, returnTo, language, look), {
      ...styled,
      'frame-ancestors': framers(partner),
    })
  }

  /** The partner and the style of an order's pages, and the policy that this style needs. */
  async function lookOf(order: Order) {
    const partner = await partnerOf(order)
    const theme = await themeOf(stores, { kind: 'order', partner, request: null, order })
    const { element: style, sources } = smallPageStyle(theme)
    return { partner, style, styled: { ...ownPolicy, 'style-src': ["'self'", ...sources] } }
  }

  async function partnerOf({ partnerId }: Order): Promise<Partner> {
    const partner = await stores.partners.find(partnerId)
    if (!partner) throw new Error(`There is no partner ${partnerId}`)
    return partner
  }
}
