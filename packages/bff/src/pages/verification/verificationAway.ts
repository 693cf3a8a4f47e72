import { html } from 'hono/html'
import type { Language } from '../language.ts'
import { page, type Html } from '../Page.ts'

/*
 * What a buyer reads before and after the provider of identity checks. Nothing is promised of a charge: the money may
 * have come before the check was asked for.
 */

type Words = Readonly<Record<'title' | 'heading' | 'body', string>>

const returnedWords: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Verification',
    heading: 'Your documents are being looked at',
    body: 'Go back to your order: it goes on by itself once they are found good. If you have paid already, your money is safe here: do not pay again. You may close this page.',
  },
  de: {
    title: 'Prüfung',
    heading: 'Ihre Unterlagen werden geprüft',
    body: 'Kehren Sie zu Ihrer Bestellung zurück: Sie geht von selbst weiter, sobald alles in Ordnung ist. Falls Sie schon bezahlt haben, ist Ihr Geld hier sicher: Zahlen Sie nicht noch einmal. Sie können diese Seite schließen.',
  },
}

const unopenedWords: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Verification',
    heading: 'The check could not be opened',
    body: 'Your order waits. If you have paid already, your money is safe here: do not pay again. Load this page again in a minute.',
  },
  de: {
    title: 'Prüfung',
    heading: 'Die Prüfung ließ sich nicht öffnen',
    body: 'Ihre Bestellung wartet. Falls Sie schon bezahlt haben, ist Ihr Geld hier sicher: Zahlen Sie nicht noch einmal. Laden Sie diese Seite in einer Minute neu.',
  },
}

const inReviewWords: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Verification',
    heading: 'Somebody is looking at your documents',
    body: 'Your documents do not say the same as the details that you gave here, so your limit stays as it is until somebody has looked at them. If you have mistyped your name, date of birth or country, correct it and open this page again. If you have paid already, your money is safe here: do not pay again.',
  },
  de: {
    title: 'Prüfung',
    heading: 'Ihre Unterlagen werden von Hand geprüft',
    body: 'In Ihren Unterlagen steht etwas anderes als in Ihren Angaben hier. Darum bleibt Ihr Limit, wie es ist, bis jemand sie angesehen hat. Falls Sie sich bei Name, Geburtsdatum oder Land vertippt haben, berichtigen Sie es und öffnen Sie diese Seite noch einmal. Falls Sie schon bezahlt haben, ist Ihr Geld hier sicher: Zahlen Sie nicht noch einmal.',
  },
}

/** Shown while an approval waits for the operator. */
export function inReviewPage(language: Language): Html {
  return wordsPage(inReviewWords[language], language)
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
