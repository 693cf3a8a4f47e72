import { pages } from '@cambio/wire/http/pages.ts'
import { html } from 'hono/html'
import type { Html } from '../../../pages/Page.ts'
import { declineCodes, testCards } from '../../testCards.ts'
import { section, table } from './section.ts'

/** The test data of a sandbox, and what live was tested against. */
export function testPage(): Html {
  return html`${section(
    'test-data',
    'Test cards',
    html`<p>
        In the sandbox no money moves. Its card is <code>4111111111111111</code> with any CVV; the expiry
        chooses what happens, and any other card is declined. The code that is mailed to a buyer is shown as
        <code>sandbox_code</code>.
      </p>
      ${table(
        ['Expiry', 'What happens'],
        testCards.map(({ expiry, outcome }) => [expiry, outcome]),
      )}
      ${table(
        ['CVV with 02/2038', 'Declined for'],
        declineCodes.map(({ code, reason }) => [code, reason]),
      )}
      <p>
        The test bank, the test wallet and the mailbox are in the guide:
        <a href="${pages.guide}/testing/sandbox">Bank, wallet and mailbox</a>.
      </p>`,
  )}
  ${section(
    'live',
    'What live was tested against',
    html`<p>
        Both programs were run in live, as processes of their own: purchases by card, coins and bank transfer,
        pay-outs on the chain and by the bank, balances and withdrawals. Nothing below that is a double was
        ever run against the provider itself.
      </p>
      ${table(['Who is asked', 'What it was tested against'], testedAgainst)}`,
  )}`
}

const testedAgainst: readonly (readonly string[])[] = [
  ['Mail, by SMTP', 'A mail server, behind TLS.'],
  ['Ethereum: ETH, USDC, USDT20', 'A private node that is configured as the main chain.'],
  ['Sanctions: OFAC, Chainalysis', 'Files in the forms of OFAC’s list, and our own contract on that node.'],
  ['Bank, by SEPA files', 'Files in the forms of camt.053 and pain.001, and no bank.'],
  ['Prices: Kraken, Bitstamp, Coinbase', 'Doubles that answer in the formats of their tickers and rates.'],
  ['Identity checks: Sumsub', 'A double made from its documents.'],
  ['Texts and WhatsApp: Twilio', 'A double made from its documents.'],
  ['Cards: an acquirer of the card platform', 'Doubles of the same protocol and of Stripe’s.'],
]
