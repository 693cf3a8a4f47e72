import { html } from 'hono/html'
import type { Language } from './language.ts'
import { page, type Html } from './Page.ts'

type Words = Readonly<Record<'title' | 'ask' | 'foreign' | 'press' | 'pressed' | 'next' | 'onward', string>>

const words: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Your code',
    ask: 'If too many wrong codes were entered for your address, press the button. This browser then has five more tries; no other one has.',
    foreign: 'If you have not asked for a code, close this page.',
    press: 'Give this browser five more tries',
    pressed: 'This browser has five more tries',
    next: 'Go back to the page that asked for the code and enter it there. If that page is in another browser or inside the page of a shop, go on here and ask for a new code.',
    onward: 'Go on in this browser',
  },
  de: {
    title: 'Ihr Code',
    ask: 'Wenn für Ihre Adresse zu viele falsche Codes eingegeben wurden, drücken Sie den Knopf. Dieser Browser hat dann fünf weitere Versuche; kein anderer hat sie.',
    foreign: 'Wenn Sie keinen Code angefordert haben, schließen Sie diese Seite.',
    press: 'Diesem Browser fünf weitere Versuche geben',
    pressed: 'Dieser Browser hat fünf weitere Versuche',
    next: 'Gehen Sie zurück zu der Seite, die nach dem Code fragt, und geben Sie ihn dort ein. Wenn diese Seite in einem anderen Browser oder in der Seite eines Shops steht, machen Sie hier weiter und fordern einen neuen Code an.',
    onward: 'In diesem Browser weitermachen',
  },
}

/** Asks for the press: opening a link alone does nothing, since programs that read mail open links. */
export function mailedCodePage(language: Language): Html {
  const { title, ask, foreign, press } = words[language]
  return page({
    title,
    language,
    body: html`<main>
      <h1>${title}</h1>
      <p>${ask}</p>
      <p>${foreign}</p>
      <form method="post" class="actions"><button>${press}</button></form>
    </main>`,
  })
}

/** @param onward where the buyer can go on in this browser; null where they have to find back by themselves */
export function pressedPage(language: Language, onward: string | null): Html {
  const { title, pressed, next, onward: go } = words[language]
  return page({
    title,
    language,
    body: html`<main>
      <h1>${pressed}</h1>
      <p>${next}</p>
      ${onward === null ? '' : html`<p><a href="${onward}">${go}</a></p>`}
    </main>`,
  })
}
