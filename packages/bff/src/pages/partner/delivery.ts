import type { ShownDelivery } from '@cambio/wire/partner/CallbackDelivery.ts'
import { html } from 'hono/html'
import type { Html } from '../Page.ts'
import { deliveryState } from './endpoint.ts'
import { endpointPath } from './endpoints.ts'
import { partnerFrame, shortTime, type Flash } from './frame.ts'

/** One callback to an endpoint, with its request and every answer. */
export function deliveryPage(input: {
  readonly partner: string
  readonly endpointId: string
  readonly delivery: ShownDelivery
  readonly flash?: Flash | undefined
}): Html {
  const { partner, endpointId, delivery, flash } = input
  const path = endpointPath(endpointId)
  const { delivery_id: id, event, client_order_id: order, state, request, tries } = delivery
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return partnerFrame({
    title: `${event ?? 'Callback'} of ${order}`,
    tab: 'callbacks',
    partner,
    flash,
    body: html`<p>
        <a href="${path}">Back to the endpoint</a> · ${shortTime(delivery.created_at)} ·
        ${deliveryState(state)}
      </p>
      ${
        delivery.next_attempt_at === null
          ? ''
          : html`<p>The next attempt is at ${shortTime(delivery.next_attempt_at)}.</p>`
      }
      <form method="post" action="${path}/deliveries/${id}/resend"><button>Resend</button></form>
      <h2>Request</h2>
      <p>POST ${request.url ?? '(no address)'}</p>
      <pre tabindex="0" aria-label="Headers">${headers.join('\n')}</pre>
      <pre tabindex="0" aria-label="Body">${request.body ?? 'No longer stored'}</pre>
      <h2>Answers</h2>
      ${tries.length === 0 ? html`<p>Nothing has been sent yet.</p>` : ''}
      <ul class="rows">
        ${tries.map(
          ({ at, duration_ms: ms, status, why, answer }) =>
            html`<li>
              ${shortTime(at)}
              <span class="${why === null ? 'good' : 'bad'}"
                >${status === null ? 'No answer' : `Status ${status}`}</span
              >
              <span class="soft">${ms} ms</span>
              <span class="wide">${why ?? ''} ${answer === null ? '' : html`<code>${answer}</code>`}</span>
            </li>`,
        )}
      </ul>`,
  })
}
