import type { SandboxLanguage } from './language.ts'
import { noticePage, type Notice } from './noticePage.ts'
import type { Html } from './Page.ts'

const words: Readonly<Record<SandboxLanguage, Notice>> = {
  en: {
    title: 'Request from another website',
    heading: 'This request came from another website',
    happened:
      'Nothing was done, and no money has moved. The sandbox’s pages accept requests only from themselves.',
    next: 'Open this page from your order, or enter its address.',
  },
  de: {
    title: 'Anfrage einer anderen Website',
    heading: 'Diese Anfrage kam von einer anderen Website',
    happened:
      'Es wurde nichts ausgeführt, und es ist kein Geld geflossen. Seiten der Sandbox nehmen nur eigene Anfragen an.',
    next: 'Öffnen Sie diese Seite aus Ihrer Bestellung oder geben Sie ihre Adresse ein.',
  },
}

/** The page for a request that another website made to a page of the sandbox. */
export function foreignPage(language: SandboxLanguage, foot: Html | string): Html {
  return noticePage(words[language], language, foot)
}
