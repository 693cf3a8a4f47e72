import { CallbackV1, CallbackV2 } from '@cambio/wire/Callback.ts'
import { contract } from '@cambio/wire/contract.ts'
import { pages } from '@cambio/wire/pages.ts'
import { pathOf } from '@cambio/wire/pathOf.ts'
import { catalogue } from '@cambio/wire/Problem.ts'
import type { Contract, Route } from '@cambio/wire/route.ts'
import { html } from 'hono/html'
import type * as z from 'zod/mini'
import { callers } from '../callers/callers.ts'
import { page, type Html } from '../pages/Page.ts'
import { attemptResults, refundReasons } from './attemptResults.ts'
import { callbackHeaders } from './callbackHeaders.ts'
import { callbackPromise } from './callbackPromise.ts'
import { answerOf, exampleOf } from './examples.ts'
import { fieldsOf, type FieldLine } from './fieldLines.ts'
import { jsonSchema } from './jsonSchema.ts'
import { lists } from './lists.ts'
import { notes } from './notes.ts'
import { codesByStatus } from './operation.ts'
import { problemMembers } from './problemMembers.ts'
import { plainStatuses, statuses, subStatuses } from './statuses.ts'

/** The API reference: every route, field and code, out of the contract itself. */
export function referencePage(baseUrl: string): Html {
  return page({
    title: 'Cambio API reference',
    body: html`<main class="wide">
      <h1>Cambio API reference</h1>
      <p>
        Base address: <code>${baseUrl}</code>. As OpenAPI 3.1:
        <a href="${pages.openapi}">${pages.openapi}</a>; what the widget calls:
        <a href="${pages.openapiWidget}">${pages.openapiWidget}</a>.
      </p>
      ${conventions()}
      ${Object.entries(titles).map(
        ([group, title]) =>
          html`<h2 id="${group}">${title}</h2>
            ${Object.entries(groups[group] ?? {}).map(([name, route]) => routeSection(`${group}.${name}`, route))}`,
      )}
      ${orderStatuses()} ${callbacks()} ${lists()} ${problems()}
    </main>`,
  })
}

const titles: Readonly<Record<keyof typeof contract, string>> = {
  public: 'Public: reference data and prices',
  publicV1: 'Public, version 1',
  partner: 'Partner: your server',
  partnerClient: 'Partner: your clients',
  client: 'Client: by a session of its own',
  partnerV1: 'Partner, version 1',
  widget: 'Widget: the buyer’s browser',
}

const groups: Contract = contract

function conventions(): Html {
  return html`<h2 id="signatures">Signatures</h2>
    <p>
      A partner’s request carries <code>API-Key</code> and <code>API-Signature</code> =
      base64(HMAC-SHA512(secret, SHA256(path + body))). The digest goes in as its 32 raw bytes; the path is
      without host and query; the body is as sent, and empty for GET. <code>API-Timestamp</code> (unix
      seconds) is optional unless your account requires it, is then put in front of the path, and may be 300 s
      off.
    </p>
    <pre>
body='{"partner_order_id":"xxxxx-xxxxx-xxxx1"}'
printf '%s' "/api/v1/partner/order$body" | openssl dgst -sha256 -binary |
  openssl dgst -sha512 -hmac test_secret -binary | openssl base64 -A
# 20uRwx20Jaukqe86IB1tZO4MeeJ8C9pjCLUjF5Z4kSi+IBDaKyVn9qIwCwLns/m6JrIpWEDQ1Bgu8NFwNiy9Ng==</pre>
    <h2 id="fields">Fields</h2>
    <p>
      An empty string or a <code>null</code> in a body, and a parameter without a value in a query, count as
      not sent: a field that is required is then missing. A field that is not known is refused.
    </p>
    <h2 id="amounts">Amounts</h2>
    <p>
      Amounts are decimal strings with exactly their currency’s decimals. Send strings, or JSON numbers of at
      most 15 significant digits, which are read as they are written; an exponent and more decimals than the
      currency has are refused, never rounded, be they zeros. Give exactly one of the two amounts.
      (payin_amount − payin_fee − margin_fee) / rate − payout_fee = payout_amount, to less than one unit where
      you gave the pay-in; where you gave the pay-out, the pay-in is the least that buys it.
    </p>
    <h2 id="retries">Retries</h2>
    <p>
      A route that takes an <code>Idempotency-Key</code> (1 to 255 visible ASCII characters, kept 31 days)
      answers the same request with the same bytes and <code>Idempotent-Replayed: true</code>. Another body
      under the same key is refused. A refusal is not kept: nothing was done, and the same request under its
      key is looked at anew. Limits are told by <code>RateLimit</code> and <code>RateLimit-Policy</code>, and
      by <code>Retry-After</code> once reached.
    </p>
    <h2 id="versions">Versions</h2>
    <p>
      Within a version, values of lists, members of answers and callbacks, types of callbacks, routes and
      optional fields of requests may be added at any time: take a value or a member that you do not know as
      one without a meaning for you. Nothing is taken away, renamed or given another kind or meaning, and no
      request that was right is refused; that makes a new version. A callback of a new type is sent only to
      accounts that ask for it. Requests are read strictly: a field that is not known is refused. When a
      version is to go, its answers carry <code>Deprecation</code> and <code>Sunset</code> with the dates, at
      least six months apart; without them it stays.
    </p>
    <h2 id="browsers">Browsers</h2>
    <p>
      Pages of any origin may call the routes that take no credentials, and a client’s by its session in
      <code>Authorization</code>. A partner’s routes are for servers: its secret belongs in no page.
    </p>`
}

function routeSection(name: string, route: Route): Html {
  const note = notes[name]
  return html`<h3 id="${route.method}-${pathOf(route)}"><code>${route.method} ${route.path}</code></h3>
    <p>
      ${route.summary}. Caller:
      ${callers[route.caller].reference.credentials}.${route.idempotent ? ' Takes an Idempotency-Key.' : ''}
    </p>
    ${note ? html`<p>${note}</p>` : ''} ${fieldTable('Path', route.params, 'input')}
    ${fieldTable('Query', route.query, 'input')} ${fieldTable('Body', route.body, 'input')}
    ${fieldTable('Answer', route.answer, 'output')} ${exampleSection(name, route)}
    <p>
      Refusals:
      ${[...codesByStatus(route)].map(
        ([status, codes]) =>
          html`${status} ${codes.map((code) => html`<a href="#${code}"><code>${code}</code></a> `)}`,
      )}
    </p>`
}

function exampleSection(name: string, route: Route): Html {
  const { params, query, body } = exampleOf(name, route)
  const search = new URLSearchParams(query).toString()
  const sent = route.body ? ['', shown(body)] : []
  const lines = [`${route.method} ${pathOf(route, params)}${search === '' ? '' : `?${search}`}`, ...sent]
  return html`<details>
    <summary>Example</summary>
    <pre>${lines.join('\n')}</pre>
    <pre>${shown(answerOf(name, route))}</pre>
  </details>`
}

function shown(json: unknown): string {
  return JSON.stringify(json, null, 2)
}

function fieldTable(title: string, schema: z.ZodMiniType | undefined, io: 'input' | 'output'): Html {
  const lines = schema ? fieldsOf(jsonSchema(schema, io)) : []
  if (lines.length === 0) return html``
  return html`<div class="table">
    <table>
      <thead>
        <tr>
          <th scope="col">${title}</th>
          <th scope="col">Type</th>
          <th scope="col">Required</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map(fieldRow)}
      </tbody>
    </table>
  </div>`
}

function fieldRow({ name, type, required, meaning }: FieldLine): Html {
  return html`<tr>
    <td><code>${name}</code></td>
    <td>${type}</td>
    <td>${required ? 'yes' : ''}</td>
    <td>${meaning}</td>
  </tr>`
}

function orderStatuses(): Html {
  return html`<h2 id="statuses">Order statuses</h2>
    ${meaningTable('Status', statuses)} ${meaningTable('Substatus', subStatuses)}
    <p>${plainStatuses}</p>
    <h2 id="attempts">Attempts to pay</h2>
    <p>What <code>attempts[].result</code> says of each.</p>
    ${meaningTable('Result', attemptResults)}
    <h2 id="refund-reasons">Refund reasons</h2>
    <p>
      What <code>refund_reason</code> says while money goes back, or waits to, and once it is back. Where
      several payments went back, it is the reason of the last.
    </p>
    ${meaningTable('Reason', refundReasons)}`
}

function callbacks(): Html {
  return html`<h2 id="callbacks">Callbacks</h2>
    <p>
      Changes of orders are sent to your callback address. Any 2xx within 15 s acknowledges it; 410 ends your
      callbacks. Others are tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h. Your
      account’s callback version, 1 or 2, decides the body; without one it is that of the API that made the
      order, and 2 for the widget’s.
    </p>
    <p>${callbackPromise}</p>
    ${meaningTable('Header', callbackHeaders)} ${fieldTable('Version 2', CallbackV2, 'output')}
    ${fieldTable('Version 1', CallbackV1, 'output')}`
}

function meaningTable(title: string, meanings: Readonly<Record<string, string>>): Html {
  return html`<div class="table">
    <table>
      <thead>
        <tr>
          <th scope="col">${title}</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(meanings).map(
          ([name, meaning]) =>
            html`<tr>
              <td><code>${name}</code></td>
              <td>${meaning}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

const memberMeanings = Object.fromEntries(
  Object.entries(problemMembers).map(([name, { about }]) => [name, about]),
)

function problems(): Html {
  return html`<h2 id="problems">Problems</h2>
    <p>
      A refusal is <code>application/problem+json</code> (RFC 9457) with <code>success: 0</code>, a stable
      <code>code</code>, the <code>request_id</code> and <code>errors</code>, each with a JSON pointer. A
      declined card is an answer, not a problem. Some problems have a member more for you to act on:
    </p>
    ${meaningTable('Member', memberMeanings)}
    <div class="table">
      <table>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${Object.entries(catalogue).map(
            ([code, { status, title }]) =>
              html`<tr id="${code}">
                <td><code>${code}</code></td>
                <td>${status}</td>
                <td>${title}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
}
