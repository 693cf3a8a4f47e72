import { html } from 'hono/html'
import type { Language } from './language.ts'
import { page, type Html } from './Page.ts'

const words = {
  en: {
    title: 'Nothing here',
    heading: 'There is nothing at this address',
    link: 'The link may be incomplete or no longer valid. This page cannot tell how a payment went.',
    next: 'If you have paid, do not pay again: open your order from the shop. Otherwise go back to the shop and start again there.',
  },
  de: {
    title: 'Hier ist nichts',
    heading: 'Unter dieser Adresse gibt es nichts',
    link: 'Der Link ist vielleicht unvollständig oder nicht mehr gültig. Wie eine Zahlung ausging, kann diese Seite nicht sagen.',
    next: 'Wenn Sie bezahlt haben, zahlen Sie nicht noch einmal: Öffnen Sie Ihre Bestellung im Shop. Sonst gehen Sie zurück zum Shop und beginnen dort neu.',
  },
} as const satisfies Record<Language, Record<'title' | 'heading' | 'link' | 'next', string>>

/** For an address that opens nothing, or no longer does; a buyer who has paid may meet it too. */
export function notFoundPage(language: Language): Html {
  const { title, heading, link, next } = words[language]
  return page({
    title,
    language,
    body: html`<main>
      <h1>${heading}</h1>
      <p>${link}</p>
      <p>${next}</p>
    </main>`,
  })
}
