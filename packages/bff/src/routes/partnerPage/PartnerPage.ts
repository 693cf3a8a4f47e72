import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import type { DoorEnv } from '@cambio/server/http/door.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { catalogue, Refusal } from '@cambio/wire/http/Problem.ts'
import type { Context } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod/mini'
import { checkServed } from '../../authenticate/checkServed.ts'
import { partnerSessionOf } from '../../authenticate/partnerSession.ts'
import { parse } from '../../http/parse.ts'
import type { Html } from '../../pages/Page.ts'
import { plainFrame, type Flash } from '../../pages/partner/frame.ts'
import { applyPolicy, type Policy } from '../../pages/policy.ts'
import type { PartnerActor } from '../../partner/PartnerActor.ts'
import type { Stores } from '../../store/stores.ts'

/* What the screens of the partner's page have in common. */

export type PageContext<Path extends string = string> = Context<DoorEnv, Path>

/** The signed-in person, and the form. */
export type Visit = PartnerActor & {
  readonly partner: Partner
  readonly email: string
  readonly session: string
  /** The passkey that opened the session; null for a mailed link. */
  readonly passkeyId: string | null
}

/** Wraps handlers of screens that need a session. */
export type SignedInOnly = <Path extends string>(
  handler: (c: PageContext<Path>, visit: Visit) => Promise<Response>,
) => (c: PageContext<Path>) => Promise<Response>

/** Admits a signed-in contact of a partner; all others are led to the sign-in. */
export function signedInOnly({ partners, partnerSignIns }: Stores): SignedInOnly {
  return (handler) => async (c) => {
    const session = partnerSessionOf(c)
    const signedIn = session === undefined ? undefined : await partnerSignIns.find(session)
    const partner = signedIn && (await partners.find(signedIn.partnerId))
    if (session === undefined || !signedIn || !partner) return c.redirect(pages.partner, 303)
    const { email, passkeyId } = signedIn
    try {
      checkServed(partner)
      const reason = `on the page, signed in as ${email}`
      return await handler(c, { partner, email, session, passkeyId, reason, movesCodes: true })
    } catch (error) {
      if (error instanceof Refusal) return showRefusal(c, error)
      throw error
    }
  }
}

/**
 * Answers with a screen of the partner's page. Its policy allows its own style, forms to itself, and what `more` adds.
 */
export async function showScreen(c: PageContext, screen: Html, more: Policy = {}): Promise<Response> {
  // A browser sends a form's origin only from a page that allows a referrer.
  c.header('Referrer-Policy', 'same-origin')
  applyPolicy(c, { 'style-src': ["'self'"], 'form-action': ["'self'"], ...more })
  return c.html(screen)
}

/** The additional policy of a screen with a passkey's form: its script asks this exchange for the challenge. */
export const passkeyPolicy: Policy = { 'script-src': ["'self'"], 'connect-src': ["'self'"] }

/** Answers with a page of its own that says why nothing was done. */
export function showRefusal(c: PageContext, refusal: Refusal): Promise<Response> {
  c.status(catalogue[refusal.code].status)
  return showScreen(
    c,
    plainFrame({
      title: catalogue[refusal.code].title,
      body: html`<main>
        <h1>${catalogue[refusal.code].title}</h1>
        <p>${refusal.message}</p>
        <p><a href="${pages.partner}">Back</a></p>
      </main>`,
    }),
  )
}

/**
 * Does the work of a form. If it is refused, shows the screen again with the reason.
 * @param input.again returns the screen with the reason
 */
export async function orShowAgain(
  c: PageContext,
  input: {
    readonly work: () => Promise<Response>
    readonly again: (flash: Flash) => Promise<Html>
    readonly policy?: Policy
  },
): Promise<Response> {
  try {
    return await input.work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    c.status(catalogue[error.code].status)
    return showScreen(c, await input.again({ refused: error.message }), input.policy)
  }
}

/** The message after an act that saves something, by the word in the address. */
export const saved: Readonly<Record<string, string>> = {
  saved: 'Saved. The change takes effect within a second.',
}

/** The message after an act, by the word in the address; none for any other word. */
export function flashOf(c: PageContext, done: Readonly<Record<string, string>>): Flash {
  const word = c.req.query('done') ?? ''
  return { success: Object.hasOwn(done, word) ? done[word] : undefined }
}

/** The fields of a form. */
export async function formOf(c: PageContext): Promise<URLSearchParams> {
  return new URLSearchParams(await c.req.text())
}

/** A form's fields by a schema; empty ones count as not sent. @throws Refusal validation_failed */
export function readForm<Schema extends z.ZodMiniObject>(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const sent = Object.entries(fields).filter(([, value]) => value !== null && value !== '')
  return z.parse(schema, parse(schema, Object.fromEntries(sent)))
}
