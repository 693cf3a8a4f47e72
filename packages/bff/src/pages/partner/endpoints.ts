import { pages } from '@cambio/wire/http/pages.ts'
import { callbackKinds } from '@cambio/wire/partner/Callback.ts'
import { MAIN_ENDPOINT, type CallbackEndpoint } from '@cambio/wire/partner/CallbackEndpoint.ts'
import { html } from 'hono/html'
import type { Html } from '../Page.ts'
import { partnerFrame, type Flash } from './frame.ts'

/** The address of an endpoint's screen. */
export function endpointPath(endpointId: string): string {
  return `${pages.partner}/endpoints/${endpointId}`
}

export function endpointName({ endpoint_id: id, description }: CallbackEndpoint): string {
  return description ?? (id === MAIN_ENDPOINT ? 'Main endpoint' : 'Endpoint')
}

/** A partner's endpoints, and a form for one more. */
export function endpointsPage(input: {
  readonly partner: string
  readonly endpoints: readonly CallbackEndpoint[]
  readonly flash?: Flash | undefined
}): Html {
  const { partner, endpoints, flash } = input
  return partnerFrame({
    title: 'Callbacks',
    tab: 'callbacks',
    partner,
    flash,
    body: html`<h2>Endpoints</h2>
      <p>Each endpoint gets the callbacks for the events that you choose, signed with its own secret.</p>
      <ul class="rows">
        ${endpoints.map(
          (endpoint) =>
            html`<li>
              <span class="wide"
                ><a href="${endpointPath(endpoint.endpoint_id)}">${endpointName(endpoint)}</a><br />
                ${endpoint.url ?? 'No address'}</span
              >
              ${stateText(endpoint)}
            </li>`,
        )}
      </ul>
      <h2>Add an endpoint</h2>
      <form method="post" action="${pages.partner}/endpoints">
        ${addressField('')} ${descriptionField('')} ${eventFields(['all'])}
        <button>Add endpoint</button>
      </form>`,
  })
}

export function stateText({ state }: Pick<CallbackEndpoint, 'state'>): Html {
  return state === 'on' ? html`<span class="good">On</span>` : html`<span class="bad">Off</span>`
}

export function addressField(url: string): Html {
  return html`<label>
    <span>Address</span>
    <input name="url" type="url" required maxlength="1024" value="${url}" placeholder="https://" />
  </label>`
}

export function descriptionField(description: string): Html {
  return html`<label>
    <span>Note</span>
    <input name="description" maxlength="100" value="${description}" />
    <small>For your own use. Optional.</small>
  </label>`
}

/** A box for each event that an endpoint can choose. */
export function eventFields(chosen: readonly string[]): Html {
  const box = (value: string, text: string) =>
    html`<label class="check"
      ><input type="checkbox" name="events" value="${value}" ${chosen.includes(value) ? html`checked` : ''} />
      ${text}</label
    >`
  return html`<fieldset>
    <legend>Events</legend>
    ${box('all', 'All events but declined attempts')}
    <div class="checks">${callbackKinds.map((kind) => box(kind, kind))}</div>
  </fieldset>`
}

/** Shows a secret, this once. */
export function secretPage(input: {
  readonly partner: string
  readonly title: string
  readonly secrets: readonly (readonly [name: string, secret: string])[]
  readonly note: string
  readonly next: string
  readonly tab: 'callbacks' | 'settings'
}): Html {
  const { partner, title, secrets, note, next, tab } = input
  return partnerFrame({
    title,
    tab,
    partner,
    flash: { success: 'Copy it now. It is not shown again.' },
    body: html`<dl>
        ${secrets.map(
          ([name, secret]) =>
            html`<dt>${name}</dt>
              <dd><code>${secret}</code></dd>`,
        )}
      </dl>
      <p>${note}</p>
      <p><a href="${next}">Continue</a></p>`,
  })
}
