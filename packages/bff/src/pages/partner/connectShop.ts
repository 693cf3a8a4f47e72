import { pages } from '@cambio/wire/http/pages.ts'
import { html } from 'hono/html'
import type { Html } from '../Page.ts'
import { plainFrame } from './frame.ts'

/** Says to the owner of a shop how they get an account, and what they enter in the plugin. */
export function connectShopPage(mode: 'live' | 'sandbox'): Html {
  const keys =
    mode === 'sandbox'
      ? html`<p>
          Test mode: use the <a href="${pages.guide}/start/sandbox#credentials">sandbox’s own keys</a>.
        </p>`
      : html`<p>Ask the operator of this exchange for an account. You get the keys from them.</p>`
  return plainFrame({
    title: 'Connect your shop',
    body: html`<main>
      <h1>Connect your shop</h1>
      <p>Nothing was changed in your shop: this exchange sends no keys to a plugin.</p>
      ${keys}
      <p>
        Then enter the API key, the secret and the callback secret in the plugin’s settings, as
        <a href="${pages.guide}/orders/merchant#woocommerce">the guide</a> says.
      </p>
      <p>
        If you have an account, <a href="${pages.partner}">sign in</a>: there you set the callback address and
        replace keys and secrets.
      </p>
    </main>`,
  })
}
