import type { Context, Hono } from 'hono'
import type { NoticeSource } from '@cambio/exchange/notice/Notice.ts'
import { openVerification } from '@cambio/exchange/limit/openVerification.ts'
import { verify } from '@cambio/exchange/limit/verify.ts'
import type { DoorEnv } from '@cambio/server/door.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import { ownPagesOnly } from '../http/ownPagesOnly.ts'
import { missing, ownPolicy, readable, readersLanguage, show, showForm } from '../pages/answer.ts'
import { verificationPage, verifiedPage } from '../pages/verification.ts'
import { shownPage, unopenedPage } from '../pages/verificationAway.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { Stores } from '../store/stores.ts'

/** Where a buyer goes on with a verification: to the provider, or in a sandbox without one to its stand-in. */
export function mountVerificationPages(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores): void {
  const { name } = exchange.verification
  if (name !== 'sandbox') mountProvider(app, exchange, stores, name)
  else if (exchange.mode === 'sandbox') mountStandIn(app, exchange, stores)
}

type Page = Context<DoorEnv, '/verification/:token'>

/** The token leads to the provider, which knows the client and sends it back to a page of ours. */
function mountProvider(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores, source: NoticeSource): void {
  const { verification, clock } = exchange
  const deps = { ...stores, verification, now: () => clock.now() }

  app.get('/verification/:token', readable, async (c: Page) => {
    const token = c.req.param('token')
    const returnUrl = `${exchange.baseUrl}/verification/${encodeURIComponent(token)}/done`
    try {
      const url = await openVerification(deps, { token, source, returnUrl })
      return url === undefined ? missing(c) : c.redirect(url)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      exchange.log.error('a verification could not be started', { error: error.cause })
      c.status(503)
      c.header('Retry-After', '60')
      return show(c, unopenedPage(readersLanguage(c)), ownPolicy)
    }
  })

  app.get('/verification/:token/done', readable, async (c) => {
    const verification = await stores.verifications.find(c.req.param('token'))
    if (!verification) return missing(c)
    const client = await stores.clients.find(verification.clientId)
    if (client) await stores.inbox.file({ source, reference: client.applicantId })
    return show(c, shownPage(readersLanguage(c)), ownPolicy)
  })
}

function mountStandIn(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores): void {
  app.get('/verification/:token', readable, async (c) => {
    const verification = await stores.verifications.find(c.req.param('token'))
    if (!verification) return missing(c)
    return showForm(c, verificationPage(verification, readersLanguage(c)))
  })

  // The token in the address is the only thing that lets anyone decide, and it works once. A partner's page knows it and
  // leads here, but the decision is made on this page.
  app.post('/verification/:token', ownPagesOnly(exchange), readable, async (c) => {
    const decision = new URLSearchParams(await c.req.text()).get('decision')
    if (decision !== 'approve' && decision !== 'refuse') return missing(c)
    const { rates, catalogue, random, clock } = exchange
    const deps = { ...stores, rates, catalogue, random, now: () => clock.now() }
    const approved = decision === 'approve'
    const verification = await verify(deps, { token: c.req.param('token'), approved })
    return verification
      ? show(c, verifiedPage(verification, { approved, language: readersLanguage(c) }), ownPolicy)
      : missing(c)
  })
}
