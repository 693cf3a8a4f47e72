import type { Challenge } from '@cambio/exchange/payin/card/machine/CardPayin.ts'
import type { Language } from '@cambio/wire/language/languages.ts'
import { html } from 'hono/html'
import { page, type Html } from '../Page.ts'
import { sayIn } from '../sayIn.ts'

/*
 * The page that hands the buyer to the bank. Inside the widget the bank stands in a frame of this page, whose policy
 * allows it any https address, while the widget's own policy stays narrow:
 *
 *   partner's page > widget > this page > bank ... > return page, which notifies this page, which notifies the widget
 *
 * At top level, or in a tab beside the widget, the whole tab goes to the bank.
 */

/** The names and values of the form that is sent to the bank. None means a plain navigation. */
export function fieldsOf(params: string | null): [name: string, value: string][] {
  if (params === null) return []
  const value: unknown = JSON.parse(params, asWritten)
  return typeof value === 'object' && value !== null ? flattened(value, '') : []
}

/** The features that a bank may use in its frame: passkeys and the browser's payment confirmation. */
const allowed = 'publickey-credentials-get *; payment *'

/** The page for a challenge that returns into the widget's frame. */
export function framedChallenge({ url, method, params }: Challenge, language: Language, style: Html): Html {
  const title = sayIn(language)('challenge.title')
  const fields = fieldsOf(params)
  const plain = method === 'GET' && fields.length === 0
  const frame = html`<iframe
    class="bank"
    name="bank"
    title="${title}"
    allow="${allowed}"
    ${plain ? html`src="${url}"` : ''}
  ></iframe>`
  return page({
    title,
    language,
    style,
    script: '/pages/challenge.js',
    body: plain ? frame : html`${form({ url, method, fields, target: 'bank', language })}${frame}`,
  })
}

/**
 * The page for a challenge that takes the whole tab.
 * @param request the widget request whose session a frame has sent along; undefined if none was sent
 */
export function topChallenge(
  { url, method, params }: Challenge,
  language: Language,
  { style, foot, request }: { style: Html; foot: Html | string; request: string | undefined },
): Html {
  return page({
    title: sayIn(language)('challenge.title'),
    language,
    style,
    foot,
    script: '/pages/challenge.js',
    body: form({ url, method, fields: fieldsOf(params), target: '_self', language, request }),
  })
}

/** The form. GET replaces the query of its address by its fields, so the address's own query is among them. */
function form(input: {
  url: string
  method: Challenge['method']
  fields: readonly [string, string][]
  target: string
  language: Language
  request?: string | undefined
}): Html {
  const say = sayIn(input.language)
  const query = input.method === 'GET' ? [...new URL(input.url).searchParams] : []
  const fields = [...query, ...input.fields].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  return html`<form
    class="waiting"
    id="bank"
    method="${input.method}"
    action="${input.url}"
    target="${input.target}"
    data-request="${input.request ?? ''}"
  >
    ${fields}
    <p>${say('challenge.text')}</p>
    <button>${say('challenge.go')}</button>
  </form>`
}

/**
 * Keeps the session that the widget's frame has sent along behind the `#`, as the widget's own page keeps one, and takes it out
 * of the address. Sends the form at once, and tells the page that frames this one when the bank's page is there and when the return page says
 * that the bank is done. Some browsers keep this page in the tab's history, and so does any that was slow to send the form:
 * a buyer who turns back at the bank meets it, and is taken one page further back, to where they chose to pay.
 */
export const challengeScript = `const form = document.getElementById('bank')
const frame = document.querySelector('iframe')
const tellThere = () => window.parent.postMessage({ channel: 'cambio-bank' }, location.origin)
// A frame that has its address from the start may be there before this script is; one that a form is sent to is not.
const sent = location.hash.slice(1)
if (sent) history.replaceState(null, '', location.pathname + location.search)
if (sent && form?.dataset.request)
  try {
    sessionStorage.setItem('cambio:' + form.dataset.request, decodeURIComponent(sent))
  } catch {
    // This browser keeps nothing: the buyer is asked for the mailed code on the way back.
  }
if (frame) (form ? frame : window).addEventListener('load', tellThere)
const isBack = !frame && performance.getEntriesByType('navigation')[0]?.type === 'back_forward'
// In a tab that has no page before this one the buyer stays here, and its button leads on.
if (isBack) history.back()
else if (form) {
  if (form.target === 'bank') document.documentElement.classList.add('sent')
  HTMLFormElement.prototype.submit.call(form)
}
// The browser kept this page as it was, and does not run it anew.
if (!frame) window.addEventListener('pageshow', ({ persisted }) => persisted && history.back())
if (window.parent !== window)
  window.addEventListener('message', ({ data, origin, source }) => {
    if (origin !== location.origin || source !== window.frames[0]) return
    if (data?.channel === 'cambio-return') window.parent.postMessage({ channel: 'cambio-return' }, location.origin)
  })
`

/** The members of a nested value by their path in brackets, as forms write them: a[b][0]. */
function flattened(value: object, prefix: string): [string, string][] {
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    const name = prefix === '' ? key : `${prefix}[${key}]`
    if (typeof member === 'object' && member !== null) return flattened(member, name)
    return [[name, typeof member === 'string' ? member : scalar(member)]]
  })
}

/** The text of a boolean or null: `true`, `false`, or an empty text. */
function scalar(member: unknown): string {
  return member === null ? '' : JSON.stringify(member)
}

/** A number as the platform wrote it: 1.0 stays 1.0. */
function asWritten(this: unknown, _name: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? value) : value
}
