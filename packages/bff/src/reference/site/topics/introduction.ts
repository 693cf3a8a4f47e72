import type { Limit } from '@cambio/server/http/limits.ts'
import type { contract } from '@cambio/wire/http/contract.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { html } from 'hono/html'
import type { CallerEntry } from '../../../callers/CallerEntry.ts'
import { callers } from '../../../callers/callers.ts'
import type { Html } from '../../../pages/Page.ts'
import { sandboxPartner } from '../../../program/sandboxPartner.ts'
import { callChapters, chapterPath, topicChapters, widgetChapter } from '../chapters.ts'
import { codePanel } from '../codePanel.ts'
import type { Place } from '../Place.ts'
import { section, table } from './section.ts'

/** The first page of the reference: what all calls have in common. */
export function introduction(place: Place): Html {
  return html`${opening(place)} ${chapters()} ${signatures()} ${conventions()} ${limits()}`
}

function opening({ baseUrl, mode }: Place): Html {
  const keys =
    mode === 'sandbox'
      ? html`<p>
          This is a sandbox: no money moves. Its key is <code>${sandboxPartner.apiKey}</code> and its secret
          <code>${sandboxPartner.secret}</code>. Samples use them and run as they stand; “Try it” sends a call
          from this page. The widget is tried in the <a href="${pages.playground}">playground</a>.
        </p>`
      : html`<p>
          Samples have YOUR_API_KEY and YOUR_SECRET in place of your own, which belong on your server.
        </p>`
  return html`<section class="call">
    <div class="prose">
      <h1>API reference</h1>
      <p class="lead">
        Every call, field and problem of the exchange, made from the contract that its server validates by.
        How to go about it step by step is in the <a href="${pages.guide}/">guide</a>.
      </p>
      ${keys}
      <p>
        For programs: <a href="${pages.openapi}">OpenAPI 3.1</a>, and what the widget calls as
        <a href="${pages.openapiWidget}">a document of its own</a>.
      </p>
    </div>
    <div class="panel">${codePanel('Base address', baseUrl, 'curl')}</div>
  </section>`
}

function chapters(): Html {
  return html`<div class="chapters">
    ${[...callChapters, ...Object.values(topicChapters), widgetChapter].map(
      (chapter) =>
        html`<a href="${chapterPath(chapter)}" id="${groupAt[chapter.slug] ?? `at-${chapter.slug}`}"
          ><b>${chapter.title}</b> <span>${chapter.about}</span></a
        >`,
    )}
  </div>`
}

/** Former links to the groups of the contract lead to the first page of the group. */
const groupAt: Readonly<Record<string, keyof typeof contract>> = {
  requests: 'partner',
  clients: 'partnerClient',
  client: 'client',
  public: 'public',
  'version-1': 'partnerV1',
  'version-1-public': 'publicV1',
  'widget-internals': 'widget',
}

const signing = `body='{"partner_order_id":"xxxxx-xxxxx-xxxx1"}'
printf '%s' "/api/v1/partner/order$body" |
  openssl dgst -sha256 -binary |
  openssl dgst -sha512 -hmac test_secret -binary |
  openssl base64 -A
# 20uRwx20Jaukqe86IB1tZO4MeeJ8C9pjCLUjF5Z4kSi+IBDaKyVn9qIwCwLns/m6JrIpWEDQ1Bgu8NFwNiy9Ng==`

function signatures(): Html {
  return section(
    'signatures',
    'Signatures',
    html`<p>
        A partner’s request carries <code>API-Key</code> and <code>API-Signature</code> =
        base64(HMAC-SHA512(secret, SHA256(path + body))). The digest goes in as its 32 raw bytes; the path is
        without host and query; the body is as sent, and empty for GET.
      </p>
      <p>
        <code>API-Timestamp</code> (unix seconds) is optional unless your account requires it, is then put in
        front of the path, and may be 300 s off.
      </p>
      <p>
        With <code>API-Signature-Version: 2</code> a signature covers the method, the query and the time as
        well: <code>API-Signature</code> = base64(HMAC-SHA512(secret, text)), where the text is four lines
        with a line feed between them: <code>API-Timestamp</code>, the method in capitals, the path with its
        query as they are sent, and SHA256(body) as 64 digits of lower-case hex. The time is required. An
        account may be set to take version 2 alone, and its key to be used from certain addresses alone:
        <code>source_not_allowed</code>.
      </p>`,
    codePanel('A signature to check yours by', signing, 'curl'),
  )
}

function conventions(): Html {
  return html`${section(
    'fields',
    'Fields',
    html`<p>
      An empty string or a <code>null</code> in a body, and a parameter without a value in a query, count as
      not sent: a field that is required is then missing. A field that is not known is refused.
    </p>`,
  )}
  ${section(
    'amounts',
    'Amounts',
    html`<p>
        Amounts are decimal strings with exactly their currency’s decimals. Send strings, or JSON numbers of
        at most 15 significant digits, which are read as they are written; an exponent and more decimals than
        the currency has are refused, never rounded, be they zeros. Give exactly one of the two amounts.
      </p>
      <p>
        (payin_amount − payin_fee − margin_fee) / rate − payout_fee = payout_amount, to less than one unit
        where you gave the pay-in; where you gave the pay-out, the pay-in is the least that buys it.
      </p>`,
  )}
  ${section(
    'retries',
    'Retries',
    html`<p>
      A route that takes an <code>Idempotency-Key</code> (1 to 255 visible ASCII characters, kept 31 days)
      answers the same request with the same bytes and <code>Idempotent-Replayed: true</code>. Another body
      under the same key is refused. A refusal is not kept: nothing was done, and the same request under its
      key is looked at anew.
    </p>`,
  )}
  ${section(
    'versions',
    'Versions',
    html`<p>
        Within a version, values of lists, members of answers and callbacks, types of callbacks, routes and
        optional fields of requests may be added at any time: take a value or a member that you do not know as
        one without a meaning for you. Nothing is taken away, renamed or given another kind or meaning, and no
        request that was right is refused; that makes a new version. A callback of a new type is sent only to
        accounts that ask for it. Requests are read strictly: a field that is not known is refused.
      </p>
      <p>
        When a version is to go, its answers carry <code>Deprecation</code> and <code>Sunset</code> with the
        dates, at least six months apart; without them it stays.
      </p>`,
  )}
  ${section(
    'browsers',
    'Browsers',
    html`<p>
      Pages of any origin may call the routes that take no credentials, and a client’s by its session in
      <code>Authorization</code>. A partner’s routes are for servers: its secret belongs in no page.
    </p>`,
  )}`
}

function limits(): Html {
  return section(
    'limits',
    'Rate limits',
    html`<p>
        Requests are counted in windows, and more of them are refused as <code>too_many_requests</code>.
        Limits are told by <code>RateLimit</code> and <code>RateLimit-Policy</code>, and by
        <code>Retry-After</code> once reached. The operator may multiply all of these by one factor.
      </p>
      ${table(['Caller', 'Requests', 'Counted by'], limitRows())}
      <p>
        Charges of cards are counted too before one is opened: a network has half of what the exchange charges
        in a second, a client fifteen and a card ten in a minute. Whoever was declined too often in an hour or
        a day, by client, network, card or the card’s first six digits, is refused as
        <code>velocity_exceeded</code> before a card is touched. A client has at most three open orders that
        it placed itself and has not paid.
      </p>`,
  )
}

type Limits = Pick<CallerEntry<object>, 'networkLimit' | 'refusedLimit'> & {
  readonly id?: { readonly of: unknown; readonly limit?: Limit }
}

function limitRows(): readonly (readonly string[])[] {
  const entries: readonly (readonly [string, Limits])[] = Object.entries(callers)
  return entries.flatMap(([name, { networkLimit, refusedLimit, id }]) =>
    [
      { limit: networkLimit, by: 'network' },
      { limit: id?.limit, by: name },
      { limit: refusedLimit, by: 'network, of refused credentials alone' },
    ].flatMap(({ limit, by }) => (limit ? [[name, `${limit.points} in ${limit.windowSeconds} s`, by]] : [])),
  )
}
