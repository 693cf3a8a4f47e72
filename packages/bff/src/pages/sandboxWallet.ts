import type { Money as Amount } from '@cambio/wire/Money.ts'
import * as Money from '@cambio/wire/Money.ts'
import { html } from 'hono/html'
import { page, type Html } from './Page.ts'

export type WalletPayment = { readonly to: string; readonly amount: Amount }

/** The sandbox's stand-in for a buyer's wallet: one button that sends coins. */
export function sandboxWalletPage({ to, amount }: WalletPayment): Html {
  return page({
    title: 'Test wallet',
    body: html`<main>
      <h1>Test wallet</h1>
      <p>
        Test mode. Here the buyer’s wallet would send ${Money.format(amount)} ${amount.currency} to
        <code>${to}</code>
      </p>
      <form method="post" class="actions"><button>Send</button></form>
    </main>`,
  })
}

/** @param href where the transaction can be looked at */
export function sandboxSentPage(href: string): Html {
  return page({
    title: 'Test wallet',
    body: html`<main>
      <h1>Sent</h1>
      <p>The coins are on their way. Go back to your order: it goes on by itself.</p>
      <p><a href="${href}">Look at the transaction</a></p>
    </main>`,
  })
}

/** Nothing was sent. */
export function sandboxNotSentPage(why: string): Html {
  return page({
    title: 'Test wallet',
    body: html`<main>
      <h1>Not sent</h1>
      <p>${why} Nothing was sent.</p>
    </main>`,
  })
}
