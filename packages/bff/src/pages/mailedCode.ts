import type { Language } from '@cambio/wire/language/languages.ts'
import { html } from 'hono/html'
import { page, type Html } from './Page.ts'
import { sayIn } from './sayIn.ts'

/** Asks the buyer to press a button: opening the link alone does nothing, since programs that scan mail open links. */
export function mailedCodePage(language: Language, foot: Html | string): Html {
  const say = sayIn(language)
  const title = say('mailedCode.title')
  return page({
    title,
    language,
    foot,
    body: html`<main>
      <h1>${title}</h1>
      <p>${say('mailedCode.ask')}</p>
      <p>${say('mailedCode.foreign')}</p>
      <form method="post" class="actions"><button>${say('mailedCode.press')}</button></form>
    </main>`,
  })
}

/** @param onward where the buyer can continue in this browser; null if they have to find the way back themselves */
export function pressedPage(language: Language, onward: string | null, foot: Html | string): Html {
  const say = sayIn(language)
  return page({
    title: say('mailedCode.title'),
    language,
    foot,
    body: html`<main>
      <h1>${say('mailedCode.pressed')}</h1>
      <p>${say('mailedCode.next')}</p>
      ${onward === null ? '' : html`<p><a href="${onward}">${say('mailedCode.onward')}</a></p>`}
    </main>`,
  })
}
