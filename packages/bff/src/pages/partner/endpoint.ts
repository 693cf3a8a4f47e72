import type { CallbackDelivery, TestedEndpoint } from '@cambio/wire/partner/CallbackDelivery.ts'
import { MAIN_ENDPOINT, type CallbackEndpoint } from '@cambio/wire/partner/CallbackEndpoint.ts'
import { html } from 'hono/html'
import type { Html } from '../Page.ts'
import {
  addressField,
  descriptionField,
  endpointName,
  endpointPath,
  eventFields,
  stateText,
} from './endpoints.ts'
import { partnerFrame, shortTime, type Flash } from './frame.ts'

/** One endpoint: its deliveries and all its settings. */
export function endpointPage(input: {
  readonly partner: string
  readonly endpoint: CallbackEndpoint
  readonly deliveries: readonly CallbackDelivery[]
  readonly older: string | null
  readonly state: string | undefined
  readonly flash?: Flash | undefined
}): Html {
  const { partner, endpoint, deliveries, older, state, flash } = input
  const path = endpointPath(endpoint.endpoint_id)
  return partnerFrame({
    title: endpointName(endpoint),
    tab: 'callbacks',
    partner,
    flash,
    body: html`<p>${endpoint.url ?? 'No address'} · ${stateText(endpoint)}</p>
      ${codesNotice(endpoint)}
      <div class="actions">
        <form method="post" action="${path}/test"><button>Send a test</button></form>
        <form method="post" action="${path}/state">
          <input type="hidden" name="state" value="${endpoint.state === 'on' ? 'off' : 'on'}" />
          <button class="second">Switch ${endpoint.state === 'on' ? 'off' : 'on'}</button>
        </form>
      </div>
      <h2>Deliveries</h2>
      ${filterForm(path, state)} ${deliveryList(path, deliveries)}
      ${older === null ? '' : html`<p><a href="${path}?${older}">Older deliveries</a></p>`}
      <h3>Resend the callbacks of a period</h3>
      <form method="post" action="${path}/resend">
        <div class="pair">
          ${timeField('from', 'From')} ${timeField('until', 'Until')}
          <label>
            <span>Which</span>
            <select name="state">
              <option value="failed">Failed</option>
              <option value="any">All that have ended</option>
            </select>
          </label>
        </div>
        <button class="second">Resend</button>
      </form>
      <h2>Address and events</h2>
      <form method="post" action="${path}">
        ${addressField(endpoint.url ?? '')}
        ${endpoint.endpoint_id === MAIN_ENDPOINT ? '' : descriptionField(endpoint.description ?? '')}
        ${eventFields(endpoint.events)}
        <button>Save</button>
      </form>
      <h2>Secret</h2>
      ${rotateForm(path, endpoint)}
      <h2>Remove</h2>
      <p>
        ${
          endpoint.endpoint_id === MAIN_ENDPOINT
            ? 'Removes its address. Callbacks that wait for it are not sent.'
            : 'Callbacks that wait for it are not sent.'
        }
      </p>
      <form method="post" action="${path}/remove"><button class="second">Remove endpoint</button></form>`,
  })
}

/** Warns if codes go to another address, which a partner might not expect. */
function codesNotice({ url, codes_url: codes, endpoint_id: id }: CallbackEndpoint): Html | '' {
  if (id !== MAIN_ENDPOINT || codes === url) return ''
  return html`<p class="refused">
    Withdrawal codes go to ${codes ?? 'no address'}, because this address was set with your API key. Save the
    address below to send them there too.
  </p>`
}

const states = { '': 'All', waiting: 'Waiting', acknowledged: 'Acknowledged', failed: 'Failed' } as const

function filterForm(path: string, chosen: string | undefined): Html {
  return html`<form method="get" action="${path}" class="filter">
    <label>
      <span>Show</span>
      <select name="state">
        ${Object.entries(states).map(
          ([state, name]) =>
            html`<option value="${state}" ${state === (chosen ?? '') ? html`selected` : ''}>${name}</option>`,
        )}
      </select>
    </label>
    <button class="second">Show deliveries</button>
  </form>`
}

function deliveryList(path: string, deliveries: readonly CallbackDelivery[]): Html {
  if (deliveries.length === 0) return html`<p>There are no deliveries.</p>`
  return html`<ul class="rows">
    ${deliveries.map(
      ({ delivery_id: id, event, client_order_id: order, created_at: at, state, attempts }) =>
        html`<li>
          <span class="wide"
            ><a href="${path}/deliveries/${id}">${event ?? 'callback'} of ${order}</a><br />
            <span class="soft">${shortTime(at)}</span></span
          >
          ${deliveryState(state)}
          <span class="soft">${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}</span>
        </li>`,
    )}
  </ul>`
}

export function deliveryState(state: CallbackDelivery['state']): Html {
  const tone = { waiting: 'soft', acknowledged: 'good', failed: 'bad' }[state]
  return html`<span class="${tone}">${states[state]}</span>`
}

function timeField(name: string, text: string): Html {
  return html`<label>
    <span>${text}</span>
    <input name="${name}" type="datetime-local" required step="1" />
    <small>UTC</small>
  </label>`
}

function rotateForm(path: string, { former_secret_until: until }: CallbackEndpoint): Html {
  if (until !== null) return html`<p>The previous secret also signs until ${shortTime(until)}.</p>`
  return html`<form method="post" action="${path}/rotate" class="narrow">
    ${overlapField()}
    <button class="second">Make a new secret</button>
  </form>`
}

/** The field for how long a replaced secret stays valid. */
export function overlapField(): Html {
  return html`<label>
    <span>The one before holds for</span>
    <select name="overlap_hours">
      <option value="1">1 hour</option>
      <option value="24" selected>24 hours</option>
      <option value="168">7 days</option>
    </select>
  </label>`
}

/** The outcome of a test callback. */
export function testedText({ is_acknowledged: isTaken, attempt }: TestedEndpoint): Flash {
  const { status, duration_ms: ms, why, answer } = attempt
  if (isTaken) return { success: `The endpoint accepted the test with status ${status} after ${ms} ms.` }
  const words = answer === null ? '' : ` It said: ${answer.slice(0, 200)}`
  return { refused: `The endpoint did not accept the test: ${why ?? 'no reason is known'}.${words}` }
}
