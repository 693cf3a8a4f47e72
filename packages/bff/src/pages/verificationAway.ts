import { html } from 'hono/html'
import type { Language } from './language.ts'
import { page, type Html } from './Page.ts'

/* What a buyer reads before and after the provider of identity checks. */

type Words = Readonly<Record<'title' | 'heading' | 'body', string>>

const returnedWords: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Verification',
    heading: 'Your documents are being looked at',
    body: 'Go back to your order: it goes on by itself once they are found good. Nothing is charged until then. You may close this page.',
  },
  de: {
    title: 'Prüfung',
    heading: 'Ihre Unterlagen werden geprüft',
    body: 'Kehren Sie zu Ihrer Bestellung zurück: Sie geht von selbst weiter, sobald alles in Ordnung ist. Bis dahin wird nichts abgebucht. Sie können diese Seite schließen.',
  },
}

const unopenedWords: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Verification',
    heading: 'The check could not be opened',
    body: 'Nothing was charged, and your order waits. Load this page again in a minute.',
  },
  de: {
    title: 'Prüfung',
    heading: 'Die Prüfung ließ sich nicht öffnen',
    body: 'Es wurde nichts abgebucht, und Ihre Bestellung wartet. Laden Sie diese Seite in einer Minute neu.',
  },
}

/** Shown when the provider sends the buyer back. */
export function shownPage(language: Language): Html {
  return wordsPage(returnedWords[language], language)
}

/** Shown when the provider did not take the buyer. */
export function unopenedPage(language: Language): Html {
  return wordsPage(unopenedWords[language], language)
}

function wordsPage({ title, heading, body }: Words, language: Language): Html {
  return page({
    language,
    title,
    body: html`<main>
      <h1>${heading}</h1>
      <p>${body}</p>
    </main>`,
  })
}
