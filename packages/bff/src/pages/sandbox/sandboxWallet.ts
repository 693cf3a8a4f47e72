import type { Money as Amount } from '@cambio/wire/Money.ts'
import { html } from 'hono/html'
import { amountText } from '../amountText.ts'
import type { SandboxLanguage } from '../language.ts'
import { page, type Html } from '../Page.ts'

export type WalletPayment = { readonly to: string; readonly amount: Amount }
/** Why the wallet sends nothing: its address names no payment, or the chain refuses the payment. */
export type Unsent = 'unnamed' | 'refused'

type Words = Readonly<
  Record<'title' | 'send' | 'sent' | 'next' | 'look' | 'unsent' | 'nothing' | Unsent, string>
> & {
  readonly would: (amount: string) => string
}

const words: Readonly<Record<SandboxLanguage, Words>> = {
  en: {
    title: 'Test wallet',
    would: (amount) => `Test mode. Here the buyer’s wallet would send ${amount} to`,
    send: 'Send',
    sent: 'Sent',
    next: 'The coins are on their way. Go back to your order: it continues by itself.',
    look: 'Look at the transaction',
    unsent: 'Not sent',
    nothing: 'Nothing was sent.',
    unnamed: 'Give an address, an amount and a currency of this chain: ?to=…&amount=…&currency=ETH.',
    refused: 'The chain refused the transaction.',
  },
  de: {
    title: 'Test-Wallet',
    would: (amount) => `Testmodus. Hier würde die Wallet des Käufers ${amount} senden an`,
    send: 'Senden',
    sent: 'Gesendet',
    next: 'Die Coins sind unterwegs. Gehen Sie zurück zu Ihrer Bestellung: Sie geht von selbst weiter.',
    look: 'Transaktion ansehen',
    unsent: 'Nicht gesendet',
    nothing: 'Es wurde nichts gesendet.',
    unnamed:
      'Geben Sie eine Adresse, einen Betrag und eine Währung dieser Chain an: ?to=…&amount=…&currency=ETH.',
    refused: 'Die Chain hat die Transaktion abgelehnt.',
  },
}

/** The sandbox's stand-in for a buyer's wallet: one button sends coins. */
export function sandboxWalletPage({ to, amount }: WalletPayment, language: SandboxLanguage): Html {
  const { title, would, send } = words[language]
  return page({
    title,
    language,
    body: html`<main>
      <h1>${title}</h1>
      <p>${would(amountText(amount, language))} <code>${to}</code></p>
      <form method="post" class="actions"><button>${send}</button></form>
    </main>`,
  })
}

/** @param href the address that shows the transaction */
export function sandboxSentPage(href: string, language: SandboxLanguage): Html {
  const { title, sent, next, look } = words[language]
  return page({
    title,
    language,
    body: html`<main>
      <h1>${sent}</h1>
      <p>${next}</p>
      <p><a href="${href}">${look}</a></p>
    </main>`,
  })
}

export function sandboxNotSentPage(why: Unsent, language: SandboxLanguage): Html {
  const { title, unsent, nothing, [why]: reason } = words[language]
  return page({
    title,
    language,
    body: html`<main>
      <h1>${unsent}</h1>
      <p>${reason} ${nothing}</p>
    </main>`,
  })
}
