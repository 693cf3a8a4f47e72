import type { SandboxLanguage } from './language.ts'
import { noticePage, type Notice } from './noticePage.ts'
import type { Html } from './Page.ts'

const words: Readonly<Record<SandboxLanguage, Notice>> = {
  en: {
    title: 'Not from here',
    heading: 'Another website asked for this',
    happened: 'Nothing was done, and no money has moved. Pages of the sandbox answer themselves alone.',
    next: 'Open this page from your order, or type its address.',
  },
  de: {
    title: 'Nicht von hier',
    heading: 'Eine andere Website hat das verlangt',
    happened:
      'Es wurde nichts getan, und es ist kein Geld geflossen. Seiten der Sandbox antworten nur sich selbst.',
    next: 'Öffnen Sie diese Seite aus Ihrer Bestellung, oder geben Sie ihre Adresse ein.',
  },
}

/** For a request to a page of the sandbox that another website made. */
export function foreignPage(language: SandboxLanguage): Html {
  return noticePage(words[language], language)
}
