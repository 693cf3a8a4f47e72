import { catalogue } from '@cambio/wire/catalogue.ts'
import type { Currency } from '@cambio/wire/Currency.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import { html } from 'hono/html'

/** The drawer that shows what happens behind the page, and in which what the shop asks for is chosen. */
export function drawer(exchangeUrl: string) {
  return html`<dialog id="behind" aria-labelledby="behind-title">
    <div class="bar">
      <h2 id="behind-title">Behind this page</h2>
      <button type="button" class="plain" data-close>Close</button>
    </div>
    <p class="lead">
      This page stands for a partner’s, on another site than the exchange. The
      <a href="${exchangeUrl}${pages.guide}/">guide</a> shows how to build it.
    </p>
    <h3>1. Its server opens a request, signed by its key</h3>
    <pre id="asked" tabindex="0">
Press Buy: POST /api/v2/partner/create_request, signed by the shop’s key.</pre>
    <h3>2. The page opens the widget</h3>
    <pre id="mounted" tabindex="0">Cambio.mount(element, { requestId, mode })</pre>
    <h3 id="news">3. Its server receives callbacks</h3>
    <p class="lead">Each is checked against its signature. Only what is verified counts.</p>
    <label class="choice"><input type="checkbox" id="every" /> Those of all purchases, too</label>
    <ol id="callbacks" aria-live="polite" aria-labelledby="news" tabindex="0"></ol>
    <h3>What the next request has</h3>
    ${orderForm()}
  </dialog>`
}

/** What the request has. Buy, which stands in the page, sends it. */
function orderForm() {
  return html`<form id="order">
    <div class="pair">
      <label>Amount <input name="amount" value="100" inputmode="decimal" autocomplete="off" /></label>
      <label
        >Paid in
        <select name="payin_currency">
          ${options(fiats, 'EUR')} ${options(takenCoins, 'EUR')}
        </select></label
      >
    </div>
    <div class="pair">
      <label
        >Paid by
        <select name="payin_group">
          <option value="card">Card</option>
          <option value="sepa">Bank transfer (SEPA)</option>
          <option value="crypto">Crypto</option>
        </select></label
      >
      <label
        >Coin
        <select name="payout_currency">
          ${options(coins, 'ETH')}
        </select></label
      >
    </div>
    <label>
      Wallet address <small>(empty: the buyer is asked for one)</small>
      <input name="dst_address" autocomplete="off" spellcheck="false" />
    </label>
    <fieldset>
      <legend>Amount and currencies</legend>
      <label class="choice">
        <input type="radio" name="settled" value="default" checked /> The buyer may change them
      </label>
      <label class="choice">
        <input type="radio" name="settled" value="fixed" /> The shop has fixed them
      </label>
    </fieldset>
    <fieldset>
      <legend>The widget opens</legend>
      <label class="choice">
        <input type="radio" name="mode" value="fitting" checked /> As fits the screen
      </label>
      <label class="choice"><input type="radio" name="mode" value="inline" /> In the page</label>
      <label class="choice"><input type="radio" name="mode" value="modal" /> In a dialog</label>
    </fieldset>
  </form>`
}

const fiats = catalogue.filter(({ kind }) => kind === 'fiat')
const coins = catalogue.filter(({ kind }) => kind === 'crypto')
/** What the sandbox takes in coins: what moves on its chain. */
const takenCoins = coins
  .filter(({ network }) => network === 'ethereum')
  .map((coin) => ({ ...coin, title: coin.code }))

function options(currencies: readonly Currency[], chosen: string) {
  return currencies.map(
    ({ code, title, kind, referencePriceEur }) =>
      html`<option
        value="${code}"
        data-kind="${kind}"
        data-amount="${usualAmount(referencePriceEur)}"
        ${code === chosen ? 'selected' : ''}
      >
        ${title}
      </option>`,
  )
}

/** About a hundred euro, as one digit and zeros: the price of a unit in euro says how much that is. */
function usualAmount(priceEur: string): string {
  return new Intl.NumberFormat('en', { maximumSignificantDigits: 1, useGrouping: false }).format(
    100 / Number(priceEur),
  )
}
