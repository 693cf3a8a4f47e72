import { acceptedCoding } from '@cambio/server/http/compressed.ts'
import type { DoorEnv } from '@cambio/server/http/door.ts'
import { languageOf } from '@cambio/server/language/languageOf.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { languageOfTag, type Language } from '@cambio/wire/language/languages.ts'
import type { Context, Next } from 'hono'
import { html } from 'hono/html'
import { isKeepableText } from '../http/isKeepableText.ts'
import { legalFooter } from '../legal/legalFooter.ts'
import type { BuiltFile } from './BuiltFile.ts'
import { sandboxLanguageOf, type SandboxLanguage } from './language.ts'
import { noticePage } from './noticePage.ts'
import type { Html } from './Page.ts'
import { plainFrame } from './partner/frame.ts'
import { applyPolicy, type Policy } from './policy.ts'
import { isReadByPartners } from './readByPartners.ts'
import { sayIn } from './sayIn.ts'

/* How a page answers a browser. */

export type PageContext = Context<DoorEnv>

/** The policy of the exchange's own pages: its own style and script. */
export const ownPolicy: Policy = { 'style-src': ["'self'"], 'script-src': ["'self'"] }

/** Answers with a page under its policy. */
export async function show(c: PageContext, html: Html, policy: Policy): Promise<Response> {
  applyPolicy(c, policy)
  return c.html(html)
}

/**
 * Answers with a page whose form posts to its own address. A browser sends the origin only if the page allows a
 * referrer.
 */
export function showForm(c: PageContext, html: Html): Promise<Response> {
  c.header('Referrer-Policy', 'same-origin')
  return show(c, html, { ...ownPolicy, 'form-action': ["'self'"] })
}

/** Answers with the page that says that nothing is here. */
export function missing(c: PageContext): Promise<Response> {
  c.status(404)
  if (isReadByPartners(c.req.path)) return show(c, missingPageForPartners(), ownPolicy)
  const language = readersLanguage(c)
  return show(c, notFoundPage(language, legalFooter(c.var, language)), ownPolicy)
}

/** The reader's language for a page that only the sandbox has. */
export function sandboxLanguage(c: Context<DoorEnv>): SandboxLanguage {
  return sandboxLanguageOf(readersLanguage(c))
}

/** The reader's language for a page: from its address, or else from the browser, with the `Vary` header for caches. */
export function readersLanguage(c: Context<DoorEnv>): Language {
  c.header('Vary', 'Accept-Language')
  return languageOfTag(c.req.query('locale') ?? '') ?? languageOf(c.req.header('accept-language'))
}

/** Middleware that answers 404 to an address with text that cannot be stored. */
export function readable<Path extends string>(
  c: Context<DoorEnv, Path>,
  next: Next,
): Promise<void | Response> {
  const texts = Object.values({ ...c.req.param(), ...c.req.query() })
  return texts.every(isKeepableText) ? next() : missing(c)
}

/** Answers with a style or script of the exchange, which a browser caches for five minutes. */
export function text(c: PageContext, type: string, body: string): Response {
  c.header('Content-Type', `${type}; charset=utf-8`)
  c.header('Cache-Control', 'public, max-age=300')
  return c.body(body)
}

/** Answers with a built file, compressed for a browser that accepts it. */
export async function send(c: PageContext, file: BuiltFile): Promise<Response> {
  c.header('Content-Type', file.type)
  c.header('Vary', 'Accept-Encoding')
  const encoding = acceptedCoding(c.req.header('accept-encoding'))
  if (encoding) c.header('Content-Encoding', encoding)
  return c.body(encoding ? await file[encoding]() : file.plain)
}

/** The page for an address of the guide, the reference or the partner's page that opens nothing. */
function missingPageForPartners(): Html {
  return plainFrame({
    title: 'Nothing here',
    body: html`<main>
      <h1>There is nothing at this address</h1>
      <p>It may be mistyped, or the page has moved. Nothing was changed.</p>
      <p>
        Begin again at <a href="${pages.guide}/">the guide</a>,
        <a href="${pages.docs}">the API reference</a> or <a href="${pages.partner}">your account</a>.
      </p>
    </main>`,
  })
}

/** The page for an address that opens nothing, or no longer does; a buyer who has paid may see it too. */
function notFoundPage(language: Language, foot: Html | string): Html {
  const say = sayIn(language)
  return noticePage(
    {
      title: say('notFound.title'),
      heading: say('notFound.heading'),
      happened: say('notFound.happened'),
      next: say('notFound.next'),
    },
    language,
    foot,
  )
}
