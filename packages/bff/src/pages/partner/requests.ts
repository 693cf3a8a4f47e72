import { pages } from '@cambio/wire/http/pages.ts'
import type { LoggedRequest } from '@cambio/wire/partner/PartnerAccount.ts'
import { html } from 'hono/html'
import type { Html } from '../Page.ts'
import { partnerFrame, shortTime } from './frame.ts'

/** A partner's requests of the last 7 days. */
export function requestsPage(input: {
  readonly partner: string
  readonly requests: readonly LoggedRequest[]
  readonly isFailedOnly: boolean
  readonly older: string | null
}): Html {
  const { partner, requests, isFailedOnly, older } = input
  const path = `${pages.partner}/requests`
  return partnerFrame({
    title: 'Requests',
    tab: 'requests',
    partner,
    body: html`<p>
        Your requests of the last 7 days. What they carried is not kept.
        ${
          isFailedOnly
            ? html`<a href="${path}">Show all</a>`
            : html`<a href="${path}?only=failed">Show failed ones</a>`
        }
      </p>
      ${requests.length === 0 ? html`<p>There are no requests.</p>` : ''}
      <ul class="rows">
        ${requests.map(
          ({ at, method, path: asked, status, duration_ms: ms, request_id: id, code }) =>
            html`<li>
              ${shortTime(at)} <span class="wide">${method} ${asked}</span>
              <span class="${code === null ? 'good' : 'bad'}">${status} ${code ?? ''}</span>
              <span class="soft">${ms} ms</span> <span class="soft">${id}</span>
            </li>`,
        )}
      </ul>
      ${older === null ? '' : html`<p><a href="${path}?${older}">Older requests</a></p>`}`,
  })
}
