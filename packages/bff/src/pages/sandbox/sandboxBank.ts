import type { Order } from '@cambio/exchange/order/Order.ts'
import { html } from 'hono/html'
import { amountText } from '../amountText.ts'
import type { SandboxLanguage } from '../language.ts'
import { page, type Html } from '../Page.ts'

type Words = {
  readonly title: string
  readonly comes: (amount: string, reference: string) => string
  readonly pay: string
  readonly leaves: (amount: string, account: string, id: string) => string
  readonly payOut: string
  readonly paid: string
  readonly next: string
}

const words: Readonly<Record<SandboxLanguage, Words>> = {
  en: {
    title: 'Test bank',
    comes: (amount, reference) =>
      `Test mode. Here the buyer’s bank would send ${amount} with the reference ${reference}.`,
    pay: 'Pay',
    leaves: (amount, account, id) =>
      `Test mode. Here the exchange’s bank would send ${amount} to ${account} for the order ${id}.`,
    payOut: 'Pay out',
    paid: 'Paid',
    next: 'The transfer has been made. Go back to your order: it continues by itself.',
  },
  de: {
    title: 'Testbank',
    comes: (amount, reference) =>
      `Testmodus. Hier würde die Bank des Käufers ${amount} mit dem Verwendungszweck ${reference} überweisen.`,
    pay: 'Bezahlen',
    leaves: (amount, account, id) =>
      `Testmodus. Hier würde die Bank des Dienstes ${amount} für die Bestellung ${id} an ${account} überweisen.`,
    payOut: 'Auszahlen',
    paid: 'Bezahlt',
    next: 'Die Überweisung ist ausgeführt. Gehen Sie zurück zu Ihrer Bestellung: Sie geht von selbst weiter.',
  },
}

/** The sandbox's stand-in for a buyer's bank: one button makes the transfer that the order waits for. */
export function sandboxBankPage({ id, quote }: Order, language: SandboxLanguage): Html {
  const { comes, pay } = words[language]
  return ask(comes(amountText(quote.payin, language), id), pay, language)
}

/** The sandbox's stand-in for the exchange's bank: one button makes the transfer that pays an order out. */
export function sandboxPayoutPage({ id, quote, destination }: Order, language: SandboxLanguage): Html {
  const { leaves, payOut } = words[language]
  return ask(leaves(amountText(quote.payout, language), destination.address, id), payOut, language)
}

export function sandboxPaidPage(language: SandboxLanguage): Html {
  const { title, paid, next } = words[language]
  return page({
    title,
    language,
    body: html`<main>
      <h1>${paid}</h1>
      <p>${next}</p>
    </main>`,
  })
}

function ask(text: string, button: string, language: SandboxLanguage): Html {
  const { title } = words[language]
  return page({
    title,
    language,
    body: html`<main>
      <h1>${title}</h1>
      <p>${text}</p>
      <form method="post" class="actions"><button>${button}</button></form>
    </main>`,
  })
}
