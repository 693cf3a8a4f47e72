import { pages } from '@cambio/wire/http/pages.ts'
import type { PartnerAccount } from '@cambio/wire/partner/PartnerAccount.ts'
import { html } from 'hono/html'
import type { Html } from '../Page.ts'
import { overlapField } from './endpoint.ts'
import { partnerFrame, shortTime, type Flash } from './frame.ts'

/**
 * A partner's settings, and a form for those that the partner may change.
 * @param input.enteredOrigins the text that was refused, so that it can be corrected
 */
export function settingsPage(input: {
  readonly partner: string
  readonly account: PartnerAccount
  readonly enteredOrigins?: string | undefined
  readonly flash?: Flash | undefined
}): Html {
  const { partner, account, enteredOrigins = account.origins.join('\n'), flash } = input
  return partnerFrame({
    title: 'Settings',
    tab: 'settings',
    partner,
    flash,
    body: html`<h2>Origins</h2>
      <form method="post" action="${pages.partner}/origins">
        <label>
          <span>Pages that may frame the widget</span>
          <textarea name="origins" rows="4" spellcheck="false">${enteredOrigins}</textarea>
          <small>One per line, such as https://shop.example.com</small>
        </label>
        <button>Save origins</button>
      </form>
      <h2>API key</h2>
      <p><code>${account.api_key}</code></p>
      ${credentialsForm(account)}
      <h2>Set by the operator</h2>
      <dl>${operatorSettings(account)}</dl>`,
  })
}

function credentialsForm({ former_api_key_until: key, former_secret_until: secret }: PartnerAccount): Html {
  const until = key ?? secret
  if (until !== null)
    return html`<p>
      The credentials you replaced last are valid until ${shortTime(until)}. Until then you cannot replace
      others.
    </p>`
  return html`<form method="post" action="${pages.partner}/credentials" class="narrow">
    <label>
      <span>Replace</span>
      <select name="which">
        <option value="secret">Secret</option>
        <option value="api_key">API key</option>
        <option value="both">Both</option>
      </select>
    </label>
    ${overlapField()}
    <button class="second">Replace</button>
  </form>`
}

function operatorSettings(account: PartnerAccount): Html[] {
  const settings: readonly (readonly [string, string])[] = [
    ['Contact', account.contact_email ?? 'none'],
    ['Callback version', account.callback_version?.toString() ?? 'as the API that created the order'],
    ['Statuses', account.statuses],
    ['Settlement', account.settlement],
    ['First orders', account.first_order_free ? 'free of the service fee' : 'as all others'],
    ['Signatures', account.least_signature_version === 2 ? 'version 2 alone' : 'either version'],
    ['API-Timestamp', account.require_timestamp ? 'required' : 'may be left out'],
    ['Called from', account.allowed_addresses.join(', ') || 'any address'],
  ]
  return settings.map(
    ([name, value]) =>
      html`<dt>${name}</dt>
        <dd>${value}</dd>`,
  )
}
