import type { Limit } from '@cambio/server/limits.ts'
import { currencies } from '@cambio/wire/Currency.ts'
import { html } from 'hono/html'
import type { CallerEntry } from '../callers/CallerEntry.ts'
import { callers } from '../callers/callers.ts'
import type { Html } from '../pages/Page.ts'
import { declineReasons } from './declineReasons.ts'

/** The lists of the reference: how often callers may ask, what there is to buy, why banks decline, what to test with. */
export function lists(): Html {
  return html`<h2 id="limits">Limits</h2>
    <p>
      Requests are counted in windows, and more of them are refused as <code>too_many_requests</code>. The
      operator may multiply all of these by one factor.
    </p>
    ${table(['Caller', 'Requests', 'Counted by'], limitRows())}
    <p>
      Charges of cards are counted too before one is opened: a network has half of what the exchange charges
      in a second, a client fifteen and a card ten in a minute. Whoever was declined too often in an hour or a
      day, by client, network, card or the card’s first six digits, is refused as
      <code>velocity_exceeded</code>
      before a card is touched. A client has at most three open orders that it placed itself and has not paid.
    </p>
    <h2 id="currencies">Currencies</h2>
    <p>What is offered of them, and by which ways, is told by <code>/api/v2/public/currency</code>.</p>
    ${table(
      ['Code', 'Name', 'Decimals', 'Network', 'Memo'],
      currencies.map(({ code, title, decimals, network, memo }) => [
        code,
        title,
        String(decimals),
        network ?? '',
        memo ?? '',
      ]),
    )}
    <h2 id="declines">Decline reasons</h2>
    <p>What <code>error_message</code> says when no card was accepted: the bank’s reason for the last one.</p>
    ${table(
      ['Reason'],
      declineReasons.map((reason) => [reason]),
    )}
    <h2 id="test-data">Test data</h2>
    <p>
      In the sandbox no money moves. Its card is <code>4111111111111111</code> with any CVV; the expiry
      chooses what happens, and any other card is declined. The code that is mailed to a buyer is shown as
      <code>sandbox_code</code>.
    </p>
    ${table(['Expiry', 'What happens'], testCards)}
    <h2 id="live">What live was tested against</h2>
    <p>
      Both programs were run in live, as processes of their own: purchases by card, coins and bank transfer,
      pay-outs on the chain and by the bank, balances and withdrawals. Nothing below that is a double was ever
      run against the provider itself.
    </p>
    ${table(['Who is asked', 'What it was tested against'], testedAgainst)}`
}

const testedAgainst: readonly (readonly string[])[] = [
  ['Mail, by SMTP', 'A mail server, behind TLS.'],
  ['Ethereum: ETH, USDC, USDT20', 'A node of its own, which was told that it is the main chain.'],
  ['Sanctions: OFAC, Chainalysis', 'Files in the forms of OFAC’s list, and a contract of ours on that node.'],
  ['Bank, by SEPA files', 'Files in the forms of camt.053 and pain.001, and no bank.'],
  ['Prices: Kraken, Bitstamp, Coinbase', 'Doubles that answer in the formats of their tickers and rates.'],
  ['Identity checks: Sumsub', 'A double made from its documents.'],
  ['Texts and WhatsApp: Twilio', 'A double made from its documents.'],
  ['Cards: an acquirer of the card platform', 'Doubles of the same protocol and of Stripe’s.'],
]

const testCards: readonly (readonly string[])[] = [
  ['01/2038', 'Succeeds.'],
  ['02/2038', 'Is declined.'],
  ['03/2038', 'Is held; taking the money is declined.'],
  ['05/2038', '3-D Secure, then succeeds.'],
  ['06/2038', '3-D Secure, then is declined.'],
  ['12/2038', 'A page of the bank, then succeeds.'],
  ['12/2039', 'A page of the bank, then is declined.'],
]

type Limits = Pick<CallerEntry<object>, 'networkLimit' | 'refusedLimit'> & {
  readonly id?: { readonly of: unknown; readonly limit?: Limit }
}

function limitRows(): readonly (readonly string[])[] {
  const entries: readonly (readonly [string, Limits])[] = Object.entries(callers)
  return entries.flatMap(([name, { networkLimit, refusedLimit, id }]) =>
    [
      { limit: networkLimit, by: 'network' },
      { limit: id?.limit, by: name },
      { limit: refusedLimit, by: 'network, of refused credentials alone' },
    ].flatMap(({ limit, by }) => (limit ? [[name, `${limit.points} in ${limit.windowSeconds} s`, by]] : [])),
  )
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): Html {
  return html`<div class="table">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
