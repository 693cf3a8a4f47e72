import { pages } from '@cambio/wire/http/pages.ts'
import { html } from 'hono/html'
import type { SandboxLanguage } from './language.ts'
import { page, type Html } from './Page.ts'

const words = {
  en: {
    title: 'Cambio',
    heading: 'Cambio sells coins in other people’s shops',
    buyer: 'There is nothing to buy at this address: a purchase begins in a shop.',
    paid: 'If you have paid, open your order from the shop, or with the link that you received there. This page cannot show whether a payment went through.',
    partner: 'For partners:',
    guide: 'the guide',
    and: 'and',
    reference: 'the API reference',
  },
  de: {
    title: 'Cambio',
    heading: 'Cambio verkauft Coins in den Shops anderer',
    buyer: 'Unter dieser Adresse gibt es nichts zu kaufen: Ein Kauf beginnt in einem Shop.',
    paid: 'Wenn Sie bezahlt haben, öffnen Sie Ihre Bestellung im Shop oder mit dem Link, den Sie dort erhalten haben. Diese Seite kann nicht zeigen, ob eine Zahlung erfolgt ist.',
    partner: 'Für Partner:',
    guide: 'die Anleitung (englisch)',
    and: 'und',
    reference: 'die API-Referenz (englisch)',
  },
} as const satisfies Record<SandboxLanguage, Record<string, string>>

/** The page at the exchange's own address, for people. */
export function frontPage(language: SandboxLanguage): Html {
  const { title, heading, buyer, paid, partner, guide, and, reference } = words[language]
  return page({
    title,
    language,
    body: html`<main>
      <h1>${heading}</h1>
      <p>${buyer}</p>
      <p>${paid}</p>
      <p>${partner} <a href="${pages.guide}/">${guide}</a> ${and} <a href="${pages.docs}">${reference}</a></p>
    </main>`,
  })
}
