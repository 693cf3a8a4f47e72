import type { DocumentData } from '@cambio/exchange/client/DocumentData.ts'
import { checkVerification } from '@cambio/exchange/limit/checkVerification.ts'
import { openVerification } from '@cambio/exchange/limit/openVerification.ts'
import type { Verification } from '@cambio/exchange/limit/VerificationStore.ts'
import { verify } from '@cambio/exchange/limit/verify.ts'
import type { NoticeSource } from '@cambio/exchange/notice/Notice.ts'
import type { DoorEnv } from '@cambio/server/http/door.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Context, Hono } from 'hono'
import { ownPagesOnly } from '../../http/ownPagesOnly.ts'
import { legalFooter } from '../../legal/legalFooter.ts'
import {
  missing,
  ownPolicy,
  readable,
  readersLanguage,
  sandboxLanguage,
  show,
  showForm,
} from '../../pages/answer.ts'
import { verificationPage, verifiedPage } from '../../pages/verification/verification.ts'
import {
  verificationReviewPage,
  verificationReturnPage,
  verificationRefusedPage,
} from '../../pages/verification/verificationNotices.ts'
import type { Exchange } from '../../program/Exchange.ts'
import type { Stores } from '../../store/stores.ts'

/** Mounts the pages of a verification: they lead to the provider, or in a sandbox without one to its stand-in. */
export function mountVerificationPages(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores): void {
  const { name } = exchange.verification
  if (name !== 'sandbox') mountProvider(app, exchange, stores, name)
  else if (exchange.mode === 'sandbox') mountStandIn(app, exchange, stores)
}

type Page = Context<DoorEnv, '/verification/:token'>

/** The token leads to the provider, which knows the client and returns it to a page of the exchange. */
function mountProvider(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores, source: NoticeSource): void {
  const { verification, clock } = exchange
  const deps = { ...stores, verification, now: () => clock.now() }

  app.get('/verification/:token', readable, async (c: Page) => {
    const token = c.req.param('token')
    const returnUrl = `${exchange.baseUrl}/verification/${encodeURIComponent(token)}/done`
    const asked = await stores.verifications.find(token)
    if (asked && (await isInReview(exchange, stores, asked))) return showInReview(c)
    try {
      const url = await openVerification(deps, { token, source, returnUrl })
      return url === undefined ? missing(c) : c.redirect(url)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      exchange.log.error('a verification could not be started', { error: error.cause })
      return showUnopened(c)
    }
  })

  app.get('/verification/:token/done', readable, async (c) => {
    const verification = await stores.verifications.find(c.req.param('token'))
    if (!verification) return missing(c)
    const client = await stores.clients.find(verification.clientId)
    if (client) await stores.inbox.file({ source, reference: client.applicantId })
    return showAway(c, verificationReturnPage)
  })
}

/**
 * Whether a client's approval waits for the operator. The provider is asked again, since the client may have corrected
 * its details.
 */
async function isInReview(
  exchange: Exchange,
  stores: Stores,
  { clientId }: Pick<Verification, 'clientId'>,
): Promise<boolean> {
  if ((await stores.reviews.findOpen(clientId)) === undefined) return false
  const client = await stores.clients.find(clientId)
  if (!client) return false
  const { verification, rates, catalogue, random, clock } = exchange
  const deps = { ...stores, verification, rates, catalogue, random, now: () => clock.now() }
  return (await checkVerification(deps, client)) === 'in_review'
}

function showUnopened(c: Context<DoorEnv>): Response | Promise<Response> {
  c.status(503)
  c.header('Retry-After', '60')
  return showAway(c, verificationRefusedPage)
}

/** Whether a tester has set the provider to fail for an order of this client. */
async function isAway(
  { faults }: Exchange,
  { requests, orders }: Stores,
  { clientId }: Pick<Verification, 'clientId'>,
): Promise<boolean> {
  for (const id of faults?.idsWith('verification') ?? []) {
    const order = await orders.find((await requests.find(id))?.orderId ?? id)
    if (order?.clientId === clientId) return true
  }
  return false
}

function showInReview(c: Context<DoorEnv>): Promise<Response> {
  return showAway(c, verificationReviewPage)
}

function showAway(c: Context<DoorEnv>, page: typeof verificationReviewPage): Promise<Response> {
  const language = readersLanguage(c)
  return show(c, page(language, legalFooter(c.var, language)), ownPolicy)
}

/** The documents' data from the stand-in's form; empty fields are left out. */
function documentsIn(form: URLSearchParams): DocumentData | 'as_told' {
  const [given, family, birthDate, country] = ['first_name', 'last_name', 'birth_date', 'country'].map(
    (name) => form.get(name)?.trim() ?? '',
  )
  if (!given && !family && !birthDate && !country) return 'as_told'
  return {
    names: given && family ? [{ given, family }] : [],
    birthDate: birthDate || null,
    countries: country ? [country.toUpperCase()] : [],
  }
}

function mountStandIn(app: Hono<DoorEnv>, exchange: Exchange, stores: Stores): void {
  app.get('/verification/:token', readable, async (c) => {
    const verification = await stores.verifications.find(c.req.param('token'))
    if (!verification) return missing(c)
    if (await isAway(exchange, stores, verification)) return showUnopened(c)
    if (await isInReview(exchange, stores, verification)) return showInReview(c)
    const person = await stores.clients.person(verification.clientId)
    const language = sandboxLanguage(c)
    return showForm(
      c,
      verificationPage(verification, person, { language, foot: legalFooter(c.var, language) }),
    )
  })

  // The token in the address is the only thing that lets anyone decide, and it works once. A partner's page knows it and
  // leads here, but the decision is made on this page.
  app.post('/verification/:token', ownPagesOnly(exchange), readable, async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const decision = form.get('decision')
    if (decision !== 'approve' && decision !== 'refuse') return missing(c)
    const { rates, catalogue, random, clock } = exchange
    const deps = { ...stores, rates, catalogue, random, now: () => clock.now() }
    const approved = decision === 'approve'
    const documents = documentsIn(form)
    const verified = await verify(deps, { token: c.req.param('token'), approved, documents })
    if (!verified) return missing(c)
    const { verification, outcome } = verified
    if (outcome === 'in_review') return showInReview(c)
    const language = sandboxLanguage(c)
    const foot = legalFooter(c.var, language)
    return show(c, verifiedPage(verification, { approved, language, foot }), ownPolicy)
  })
}
