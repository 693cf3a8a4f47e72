import type { Order } from '@cambio/exchange/order/Order.ts'
import * as Money from '@cambio/wire/Money.ts'
import { html } from 'hono/html'
import { page, type Html } from './Page.ts'

/** The sandbox's stand-in for a buyer's bank: one button that sends what the order waits for. */
export function sandboxBankPage({ id, quote }: Order): Html {
  return page({
    title: 'Test bank',
    body: html`<main>
      <h1>Test bank</h1>
      <p>
        Test mode. Here the buyer’s bank would send ${Money.format(quote.payin)} ${quote.payin.currency} with
        the reference ${id}.
      </p>
      <form method="post" class="actions"><button>Pay</button></form>
    </main>`,
  })
}

/** The same for money that leaves: one button that has the bank make the transfer that an order is paid out by. */
export function sandboxPayoutPage({ id, quote, destination }: Order): Html {
  return page({
    title: 'Test bank',
    body: html`<main>
      <h1>Test bank</h1>
      <p>
        Test mode. Here the exchange’s bank would send ${Money.format(quote.payout)} ${quote.payout.currency}
        to ${destination.address} for the order ${id}.
      </p>
      <form method="post" class="actions"><button>Pay out</button></form>
    </main>`,
  })
}

export function sandboxPaidPage(): Html {
  return page({
    title: 'Test bank',
    body: html`<main>
      <h1>Paid</h1>
      <p>The transfer has been made. Go back to your order: it goes on by itself.</p>
    </main>`,
  })
}
