import { catalogue } from '@cambio/wire/catalogue.ts'
import { html } from 'hono/html'
import { document } from './document.ts'
import { drawer } from './drawer.ts'

/** The wallet of somebody who buys coins here: what they have, one button, and the widget that it opens. */
export function walletPage({ loader, exchangeUrl }: { loader: string; exchangeUrl: string }) {
  return document(
    'Your wallet',
    html`
      <section class="wallet" aria-labelledby="balance">
        <div class="total">
          <h1 id="balance">Ada’s wallet</h1>
          <p class="worth"><span id="worth">0.00</span> EUR</p>
          <p>Worth about this. Bought here, and paid out.</p>
        </div>
        <ul id="wallet" aria-label="Balances">
          ${coins.map(balance)}
        </ul>
        <button form="order" class="buy">Buy</button>
        <p id="problem" role="alert"></p>
      </section>
      <section class="purchases" aria-label="Purchases">
        <div id="widget"></div>
        <h2>Activity</h2>
        <ul id="activity"></ul>
      </section>
      ${drawer(exchangeUrl)}
      <script src="${loader}"></script>
      <script type="module" src="/assets/shop.js"></script>
    `,
  )
}

const coins = catalogue.filter(({ kind }) => kind === 'crypto')
/** The coins that the wallet lists before any was bought. */
const usual = new Set(['ETH', 'BTC', 'USDC'])

/** One coin's line, which is filled with what verified callbacks say was paid out. */
function balance({ code, ticker, title, referencePriceEur }: (typeof coins)[number]) {
  return html`<li data-coin="${code}" data-price="${referencePriceEur}" ${usual.has(code) ? '' : 'hidden'}>
    <span class="badge" aria-hidden="true">${ticker.slice(0, 1)}</span>
    <span class="name">${title}</span>
    <span class="amount"><strong>0</strong> ${ticker}</span>
  </li>`
}
