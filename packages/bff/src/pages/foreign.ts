import { html } from 'hono/html'
import type { Language } from './language.ts'
import { page, type Html } from './Page.ts'

const words = {
  en: {
    title: 'Not from here',
    heading: 'Another website asked for this',
    nothing: 'Nothing was done, and no money has moved. Pages of the sandbox answer themselves alone.',
    next: 'Open this page from your order, or type its address.',
  },
  de: {
    title: 'Nicht von hier',
    heading: 'Eine andere Website hat das verlangt',
    nothing:
      'Es wurde nichts getan, und es ist kein Geld geflossen. Seiten der Sandbox antworten nur sich selbst.',
    next: 'Öffnen Sie diese Seite aus Ihrer Bestellung, oder geben Sie ihre Adresse ein.',
  },
} as const satisfies Record<Language, Record<'title' | 'heading' | 'nothing' | 'next', string>>

/** For a request to a page of the sandbox that another website made. */
export function foreignPage(language: Language): Html {
  const { title, heading, nothing, next } = words[language]
  return page({
    title,
    language,
    body: html`<main>
      <h1>${heading}</h1>
      <p>${nothing}</p>
      <p>${next}</p>
    </main>`,
  })
}
