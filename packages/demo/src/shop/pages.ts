import { catalogue } from '@cambio/wire/catalogue.ts'
import type { Currency } from '@cambio/wire/Currency.ts'
import { html } from 'hono/html'

/** The shop itself: what to buy, the widget, and what the exchange told the shop's backend about it. */
export function shopPage({ loader }: { loader: string }) {
  return document(
    'Buy coins',
    html`
      <section class="offer" aria-labelledby="offer">
        <h1 id="offer">Top up your wallet</h1>
        <div class="wallet" aria-live="polite">
          <p>Bought here and paid out</p>
          <ul id="wallet"></ul>
        </div>
        <form id="order">
          <div class="pair">
            <label>Amount <input name="amount" value="100" inputmode="decimal" autocomplete="off" /></label>
            <label
              >Paid in
              <select name="payin_currency">
                ${options(fiats, 'EUR')} ${options(takenCoins, 'EUR')}
              </select></label
            >
          </div>
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
            <label class="choice"
              ><input type="radio" name="mode" value="inline" checked /> In the page</label
            >
            <label class="choice"><input type="radio" name="mode" value="modal" /> In a dialog</label>
          </fieldset>
          <button>Buy</button>
          <p id="problem" role="alert"></p>
        </form>
      </section>
      <section class="checkout" aria-labelledby="checkout">
        <h2 id="checkout">Checkout</h2>
        <div id="widget"><p class="empty">Press Buy and the widget opens here.</p></div>
      </section>
      <details class="behind" open>
        <summary><h2>Behind this page</h2></summary>
        <p class="lead">
          This page stands for a partner’s: a shop of its own on another site, which lets the buyer pay inside
          the widget.
        </p>
        <h3>What the shop’s backend asked for</h3>
        <pre id="asked" tabindex="0">
Press Buy: POST /api/v2/partner/create_request, signed by the shop’s key.</pre>
        <h3>How the page opened the widget</h3>
        <pre id="mounted" tabindex="0">Cambio.mount(element, { requestId, mode })</pre>
        <h3 id="news">Callbacks</h3>
        <p class="lead">
          What the exchange told the backend, each checked against its signature. Those of this purchase are
          marked.
        </p>
        <ol id="callbacks" aria-live="polite" aria-labelledby="news" tabindex="0"></ol>
      </details>
      <script src="${loader}"></script>
      <script type="module" src="/assets/shop.js"></script>
    `,
  )
}

const outcomes = {
  well: {
    title: 'Thank you',
    text: 'Your coins are on their way to your wallet, or have already arrived.',
  },
  wrong: {
    title: 'That did not work out',
    text: 'No coins were sent. If money was taken from your card, it is being returned.',
  },
}

/** Where the widget's Done leads. The address in the browser proves nothing, so the verified callback is shown. */
export function returnPage({ went, orderId }: { went: keyof typeof outcomes; orderId: string | undefined }) {
  const { title, text } = outcomes[went]
  return document(
    title,
    html`
      <section class="offer" aria-labelledby="outcome" id="outcome-section" data-order="${orderId ?? ''}">
        <h1 id="outcome">${title}</h1>
        <p class="lead">${text}</p>
        <dl>
          <dt>Order</dt>
          <dd>${orderId ?? 'unknown'}</dd>
          <dt>Status by callback</dt>
          <dd id="verified-status">none yet</dd>
        </dl>
        <p><a href="/">Back to the shop</a></p>
      </section>
      <script type="module" src="/assets/shop.js"></script>
    `,
  )
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

function document(title: string, content: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Corner Shop</title>
        <link rel="stylesheet" href="/assets/shop.css" />
      </head>
      <body>
        <header><a href="/">Corner Shop</a> <span>demo partner</span></header>
        <main>${content}</main>
      </body>
    </html>`
}
